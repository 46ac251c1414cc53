import { once } from 'node:events'
import { formatJson } from './format-json.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints what {@link formatJson} gives for `{ files, ...rest() }`, each file as soon as it is there: together they may be
 * larger than memory. When `files` throws, those that came before are whole JSON all the same.
 */
export async function writeFilesJson(
  { stdout, signal }: Terminal,
  files: AsyncIterable<unknown>,
  rest: () => object = () => ({}),
): Promise<void> {
  let lead = '{\n  "files": ['
  const isEmpty = (): boolean => lead !== ','
  try {
    for await (const file of files) {
      const text = formatJson(file).trimEnd().replaceAll('\n', '\n    ')
      const isTaken = stdout.write(`${lead}\n    ${text}`)
      lead = ','
      if (!isTaken) await once(stdout, 'drain', { signal })
    }
  } catch (error) {
    if (!isEmpty()) stdout.write('\n  ]\n}\n')
    throw error
  }
  const [, fields] = /^\{(\n.*)/s.exec(formatJson(rest())) ?? []
  if (isEmpty()) stdout.write(formatJson({ files: [], ...rest() }))
  else stdout.write(`\n  ]${fields === undefined ? '\n}\n' : `,${fields}`}`)
}
