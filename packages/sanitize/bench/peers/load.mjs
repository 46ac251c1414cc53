// Answers [name, text => text] for each peer.
import { UnicodeNormalizer } from '@mastra/core/processors'
import { replace } from 'out-of-character'

function mastra(options) {
  const normalizer = new UnicodeNormalizer(options)
  const abort = (reason) => {
    throw new Error(reason)
  }
  return (text) => {
    const message = {
      id: '1',
      role: 'user',
      createdAt: new Date(0),
      content: { format: 2, parts: [{ type: 'text', text }] },
    }
    return normalizer.processInput({ messages: [message], abort })[0].content.parts[0].text
  }
}

export default async () => [
  ['out-of-character 2.3.0', (text) => replace(text)],
  ['Mastra UnicodeNormalizer 1.71.0', mastra({})],
  [
    'the same, stripControlChars',
    mastra({ stripControlChars: true, collapseWhitespace: false, trim: false }),
  ],
]
