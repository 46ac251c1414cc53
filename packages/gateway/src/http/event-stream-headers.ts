/** What heads a stream of server-sent events, as pairs in a row. */
export const EVENT_STREAM_HEADERS: readonly string[] = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-cache',
]
