// Files of two libraries that are imported on their own. The entries of both load four to ten times as much: undici's a
// whole `fetch`, which also replaces the process's own dispatcher; prom-client's a push gateway and process metrics.
declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net'
  import type { buildConnector } from 'undici'
  /** What it makes returns the socket; undici's own types do not tell. */
  export default function createConnector(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket
}
declare module 'undici/lib/core/errors.js' {
  export { errors as default } from 'undici'
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
declare module 'prom-client/lib/counter.js' {
  export { Counter as default } from 'prom-client'
}
declare module 'prom-client/lib/gauge.js' {
  export { Gauge as default } from 'prom-client'
}
declare module 'prom-client/lib/histogram.js' {
  export { Histogram as default } from 'prom-client'
}
declare module 'prom-client/lib/registry.js' {
  export { Registry as default } from 'prom-client'
}
