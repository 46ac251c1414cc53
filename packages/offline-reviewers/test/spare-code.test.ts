import { type OfflineReviewer, offlineReviewer } from '@cordon/offline-reviewers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agents, placesOf, reviewWith } from './review.ts'

let reviewer: OfflineReviewer
beforeAll(() => {
  reviewer = offlineReviewer()
})
afterAll(() => reviewer[Symbol.asyncDispose]())

const findingsIn = async (content: string): Promise<readonly string[]> => {
  const outputs = await reviewWith(reviewer, content)
  return agents.flatMap((agent) => placesOf(outputs[agent]))
}

// Each was a false alarm in well-kept code.
test.each([
  ['an expression of linear time', 'a.ts', 'export const range = /^bytes (\\d+)-(\\d+)\\/(\\d+)?$/\n'],
  ['an expression made of another', 'a.ts', "export const all = (r: RegExp) => new RegExp(r.source, 'g')\n"],
  ['members of an enum', 'a.ts', "export enum Digest {\n  MD5 = 'md5',\n}\n"],
  ['keys of a mapped type', 'a.ts', 'export type Partly<T> = { [key in keyof T]?: T[key] }\n'],
  ['a type that is declared for elsewhere', 'a.d.ts', 'declare namespace Log {\n  interface Row {}\n}\n'],
  ['a placeholder of the environment', 'a.js', "export const key = '$" + "{API_KEY}'\n"],
  [
    'a table name that is a constant',
    'a.js',
    'db.query(`SELECT id FROM rows_v$' + '{VERSION} WHERE id = ?`)\n',
  ],
  ['an endless loop by its body', 'a.js', 'do {\n  if (next()) break\n} while (true)\n'],
  ['a loop that ends the process', 'a.js', 'while (true) {\n  if (done()) process.exit()\n}\n'],
  ['back-pressure', 'a.js', "body.on('data', (chunk) => {\n  if (!out.push(chunk)) body.pause()\n})\n"],
  ['its own standard input', 'a.js', "process.stdin.on('data', (chunk) => {\n  text += chunk\n})\n"],
  ['a long suite', 'a.test.js', `describe('a', () => {\n${'  one()\n'.repeat(90)}})\n`],
  ['a link in a comment', 'a.js', '// See http://bugs.acme.dev/1\nrun()\n'],
  ['the name of a schema', 'a.py', 'NAMESPACE = "http://xml.org/sax/features/namespaces"\n'],
  ['the user of an example', 'a.md', '# A\n\nCall `parse("uri://user:pass@host.acme.dev")`.\n'],
  ['a page break', 'a.py', 'import os\n\f\nprint(os.name)\n'],
  ['patterns and names in parentheses', 'a.py', 'with f(\n    1) as (a, b):\n    print(a, b)\n'],
  ['a handler that cleans up', 'a.py', 'try:\n    run()\nexcept:\n    close()\n    raise\n'],
  [
    'a loop that an exception ends',
    'a.py',
    'try:\n    while True:\n        queue.get()\nexcept Empty:\n    stop()\n',
  ],
  ['arguments that are passed by name', 'a.py', 'def f(a, *, b, c, d, e, g, h, i, j):\n    return a\n'],
  ['what a package offers', 'pkg/__init__.py', 'from .core import run\n'],
  ['an empty marker', 'pkg/__init__.py', ''],
  ['settings before the text', 'a.md', '---\nname: a\n---\n\n# A\n\nText.\n'],
  ['an anchor in capitals', 'a.md', '# A\n\n<a name="ToC"></a>\n\n[up](#ToC)\n'],
  ['long lines of markup', 'a.html', `<p>${'word '.repeat(60)}</p>\n`],
])('OFF-057 leaves %s alone', async (_, path, code) => {
  expect(await findingsIn(`File: ${path}\n${code}`)).toEqual([])
})

test.each([
  [
    'an expression that backtracks',
    'a.js',
    'export const words = /^(a+)+$/\n',
    'a.js:1 js/super-linear-regex',
  ],
  ['one made from a text', 'a.js', "export const a = RegExp('(x+x+)+y')\n", 'a.js:1 js/super-linear-regex'],
  [
    'a catch with a remark',
    'a.js',
    'try {\n  a()\n} catch {\n  // No disk.\n}\n',
    'a.js:3 js/explained-catch',
  ],
  [
    'a catch with a word to a tool',
    'a.js',
    'try {\n  a()\n} catch {\n  // eslint-disable-line\n}\n',
    'a.js:3 js/swallowed-error',
  ],
  [
    'a pass with a remark',
    'a.py',
    'try:\n    run()\nexcept Exception:  # best effort\n    pass\n',
    'a.py:3 py/explained-pass',
  ],
  [
    'a pass with a word to a tool',
    'a.py',
    'try:\n    run()\nexcept Exception:  # noqa\n    pass\n',
    'a.py:3 py/swallowed-error',
  ],
  ['an unused constant in TypeScript', 'a.ts', 'const dead = 1\n', 'a.ts:1 no-unused-vars'],
  [
    'a value beside a constant',
    'a.js',
    'q(`SELECT a FROM $' + '{T} WHERE b = $' + '{b}`)\n',
    'a.js:1 js/sql-text',
  ],
])('OFF-058 still finds %s', async (_, path, code, place) => {
  expect(await findingsIn(`File: ${path}\n${code}`)).toEqual([place])
})

const diffs: readonly (readonly [string, readonly string[], string])[] = [
  [
    'of a merge',
    [
      'diff --cc src/a.js',
      '--- a/src/a.js',
      '+++ b/src/a.js',
      '@@@ -1,1 -1,2 +1,3 @@@',
      '  run()',
      '- stop()',
      ' +eval(x)',
      '+ eval(y)',
    ],
    'src/a.js:2 no-eval,src/a.js:3 no-eval',
  ],
  [
    'with a quoted name',
    [
      'diff --git "a/\\303\\274 b.js" "b/\\303\\274 b.js"',
      '--- "a/\\303\\274 b.js"',
      '+++ "b/\\303\\274 b.js"',
    ].concat('@@ -1,0 +1,1 @@', '+eval(x)'),
    'ü b.js:1 no-eval',
  ],
  [
    'without lines of names',
    ['diff --git a/two words.js b/two words.js', '@@ -1,0 +1,1 @@', '+eval(x)'],
    'two words.js:1 no-eval',
  ],
]

test.each(diffs)('OFF-059 reads a diff %s', async (_, lines, places) => {
  const { caspar } = await reviewWith(reviewer, `${lines.join('\n')}\n`)
  expect(
    caspar.findings
      .map(({ title, detail }) => `${title.split(': ')[0]} ${/rule ([^)]+)/.exec(detail)?.[1]}`)
      .join(),
  ).toBe(places)
})
