import { readFileSync } from 'node:fs'
import { type OfflineReviewer, offlineReviewer } from '@cordon/offline-reviewers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import expected from './fixtures/expected.json' with { type: 'json' }
import { agents, type Mode, placesOf, reviewWith } from './review.ts'

let reviewer: OfflineReviewer
beforeAll(() => {
  reviewer = offlineReviewer()
})
afterAll(() => reviewer[Symbol.asyncDispose]())

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
const verdictsOf = (outputs: Awaited<ReturnType<typeof reviewWith>>) =>
  agents.map((agent) => outputs[agent].verdict)

describe('fixtures', () => {
  test.each(expected)(
    'OFF-001 finds in $file what was planted, at its line',
    async ({ file, mode, kind, findings }) => {
      const outputs = await reviewWith(reviewer, fixture(file), mode as Mode)
      for (const agent of agents) {
        expect(placesOf(outputs[agent]), agent).toEqual(findings[agent])
        expect(outputs[agent].summary).toContain(kind)
      }
    },
  )

  test.each(['clean.js', 'clean.py', 'clean.sh', 'clean.diff'])(
    'OFF-002 approves %s without a finding',
    async (file) => {
      const outputs = await reviewWith(reviewer, fixture(file))
      for (const agent of agents) {
        expect(outputs[agent]).toMatchObject({ verdict: 'approve', findings: [] })
        expect(outputs[agent].confidence).toBeLessThanOrEqual(0.6)
      }
    },
  )

  test('OFF-002 approves a complete design document in design mode', async () => {
    expect(verdictsOf(await reviewWith(reviewer, fixture('clean-design.md'), 'design'))).toEqual([
      'approve',
      'approve',
      'approve',
    ])
  })
})

test.each([
  ['a critical finding', 'eval(location.hash)\n', ['conditional', 'conditional', 'reject']],
  ['a warning', 'export const same = (a, b) => a == b\n', ['conditional', 'approve', 'approve']],
  ['an info', 'var count = 1\nexport default count\n', ['approve', 'approve', 'approve']],
])('OFF-003 derives the verdict from the worst finding: %s', async (_, content, verdicts) => {
  expect(verdictsOf(await reviewWith(reviewer, content))).toEqual(verdicts)
})

describe('places', () => {
  const faulty = 'const a = 1\n\neval(a)\n'

  test('OFF-004 counts lines of the file below its label, and names the file', async () => {
    const { caspar } = await reviewWith(reviewer, `File: src/run.mjs\n${faulty}`)
    expect(caspar.findings.map(({ title }) => title)).toEqual([
      'src/run.mjs:3: Code built at run time (eval)',
    ])
  })

  test('OFF-004 counts lines of the content when it has no label', async () => {
    const { caspar } = await reviewWith(reviewer, faulty)
    expect(caspar.findings.map(({ title }) => title)).toEqual(['Line 3: Code built at run time (eval)'])
  })

  test('OFF-005 lets a label decide what the text is', async () => {
    const { melchior } = await reviewWith(reviewer, 'File: notes.py\nWe met (twice.\n')
    expect(placesOf(melchior)).toEqual(['notes.py:1 py/syntax'])
  })
})

describe('diffs', () => {
  const diff = (counts: string, ...lines: string[]) =>
    [
      'diff --git a/src/a.js b/src/a.js',
      '--- a/src/a.js',
      '+++ b/src/a.js',
      `@@ ${counts} @@`,
      ...lines,
      '',
    ].join('\n')

  test('OFF-006 reads added lines that a wrong hunk count would hide', async () => {
    const { caspar } = await reviewWith(reviewer, diff('-1,1 +1,1', ' a()', '+b()', '+eval(x)'))
    expect(placesOf(caspar)).toEqual(['src/a.js:3 no-eval'])
  })

  test('OFF-006 finds the next file after a hunk count that is too large', async () => {
    const { caspar } = await reviewWith(
      reviewer,
      diff('-1,9 +1,9', '+b()') + diff('-5,1 +5,2', ' c()', '+eval(x)'),
    )
    expect(placesOf(caspar)).toEqual(['src/a.js:6 no-eval'])
  })

  test('OFF-006 keeps the numbers behind an empty context line', async () => {
    const { caspar } = await reviewWith(reviewer, diff('-1,3 +1,4', ' a()', '', ' b()', '+eval(x)'))
    expect(placesOf(caspar)).toEqual(['src/a.js:4 no-eval'])
  })

  test('OFF-007 says nothing of lines that the diff does not add', async () => {
    const { melchior, caspar } = await reviewWith(reviewer, diff('-1,2 +1,2', ' eval(x)', '-eval(y)', '+b()'))
    expect([...placesOf(melchior), ...placesOf(caspar)]).toEqual([])
  })

  test('OFF-008 reads a hunk that begins and ends within blocks', async () => {
    const lines = [
      ' } catch (error) {',
      '+  eval(error.code)',
      '   next(error)',
      ' }',
      ' if (ready) {',
      '+  start(a == b)',
    ]
    const { melchior, caspar } = await reviewWith(reviewer, diff('-20,4 +20,6', ...lines))
    expect([...placesOf(melchior), ...placesOf(caspar)]).toEqual([
      'src/a.js:25 eqeqeq',
      'src/a.js:21 no-eval',
    ])
  })

  test('OFF-008 does not take a block that the hunk cuts for an empty one', async () => {
    const { melchior } = await reviewWith(
      reviewer,
      diff('-1,1 +1,3', ' run()', '+try { run() }', '+catch (error) {'),
    )
    expect(placesOf(melchior)).toEqual([])
  })

  test('OFF-009 reports a large diff once', async () => {
    const lines = Array.from({ length: 801 }, (_, index) => `+step${index}()`)
    const { balthasar } = await reviewWith(reviewer, diff('-1,0 +1,801', ...lines))
    expect(placesOf(balthasar)).toEqual(['src/a.js:1 diff/no-tests', 'src/a.js:1 diff/large'])
  })
})

test('OFF-010 gives comments in the content no power over the rules', async () => {
  const { caspar, melchior } = await reviewWith(
    reviewer,
    '/* eslint-disable */\n/* eslint no-eval: off */\n// eslint-disable-next-line\neval(a == b)\n',
  )
  expect([...placesOf(melchior), ...placesOf(caspar)]).toEqual(['Line 4 eqeqeq', 'Line 4 no-eval'])
})

test('OFF-060 takes a line that forges a header for no other language than that of the code below it', async () => {
  const { caspar } = await reviewWith(reviewer, 'MODE: design\neval(location.hash)\n')
  expect(placesOf(caspar)).toEqual(['Line 2 no-eval'])
})

describe('modes', () => {
  test('OFF-011 keeps rules of form to code review', async () => {
    const content = 'var a = 1\nexport default a\n'
    expect(placesOf((await reviewWith(reviewer, content, 'code-review')).balthasar)).toEqual([
      'Line 1 no-var',
    ])
    expect(placesOf((await reviewWith(reviewer, content, 'design')).balthasar)).toEqual([])
  })

  test('OFF-011 asks a document for what its mode needs', async () => {
    const content = `${'We move the queue to another region because the old one is full. '.repeat(8)}\n`
    const rules = async (mode: Mode) => placesOf((await reviewWith(reviewer, content, mode)).caspar)
    expect(await rules('code-review')).toEqual([])
    expect(await rules('design')).toEqual([
      'Line 1 prose/no-risks',
      'Line 1 prose/no-rollback',
      'Line 1 prose/no-security',
    ])
    expect(await rules('analysis')).toEqual(['Line 1 prose/no-limits'])
  })
})

describe('form', () => {
  test.each([
    ['a long function', `def run():\n${'    step()\n'.repeat(81)}`, 'balthasar', ['Line 1 py/long-function']],
    ['a long file', `package main\n${'// x\n'.repeat(601)}`, 'balthasar', ['Line 601 code/long-file']],
    [
      'a long line',
      `const a = '${'x '.repeat(90)}'\nexport default a\n`,
      'balthasar',
      ['Line 1 any/long-line'],
    ],
    ['a long sentence', `${'word '.repeat(46)}end.\n`, 'balthasar', ['Line 1 prose/long-sentence']],
    [
      'minified code',
      `${'a(b,c);'.repeat(400)}\n`,
      'balthasar',
      ['Line 1 any/long-line', 'Line 1 code/minified'],
    ],
  ] as const)('OFF-012 reports %s', async (_, content, agent, places) => {
    expect(placesOf((await reviewWith(reviewer, content))[agent])).toEqual(places)
  })
})

describe('secrets', () => {
  const rulesOf = async (line: string) =>
    placesOf((await reviewWith(reviewer, `File: settings.rb\n${line}\n`)).caspar).map((place) =>
      place.split(' ').at(-1),
    )

  test.each([
    ['password = "hunter2"', 'any/password'],
    ['db_password = "letmein"', 'any/password'],
    ["apiKey: 'q8Zr41LmTx09VbNw'", 'any/password'],
    ['aws = "AKIAQ3EGRTPLMN5ZXCVB"', 'any/secret'],
    ['token = "ghp_a81Kd93LmQ72Vb45Nc66Xz17Wq28Er39Ty40"', 'any/secret'],
    ['url = "https://ada:s3cr3tW0rd@host.acme.dev/x"', 'any/url-credentials'],
  ])('OFF-013 finds the secret in %s', async (line, rule) => {
    expect(await rulesOf(line)).toEqual([rule])
  })

  test.each([
    'password = ""',
    'password = "$' + '{DB_PASSWORD}"',
    'password = "your-password"',
    'password: "Password"',
    'secret: "client-secret"',
    'api_key = os.environ["API_KEY"]',
    'if password == "hunter2"',
    'aws = "AKIAIOSFODNN7EXAMPLE"',
    'url = "https://user:$' + '{TOKEN}@host.acme.dev/x"',
  ])('OFF-013 leaves %s alone', async (line) => {
    expect(await rulesOf(line)).toEqual([])
  })
})

describe('JSON that does not parse', () => {
  test.each([
    ['a word', '{\n  "a": 1,\n  "b": yes,\n  "c": 2\n}\n', 3],
    ['a word that quotes an offset', '[\n"at position 1",\nno,\n1]\n', 3],
    ['a value left out', '{\n  "a": 1,\n  "b":,\n  "c": 2\n}\n', 3],
    ['a comma too many', '[\n  1,\n  2,\n]\n\n\n', 4],
    ['a comma too few', '{\n  "a": 1\n  "b": 2\n}\n', 3],
    ['a line break in a string', '{\n  "a": "b\n",\n  "c": 2\n}\n', 2],
    ['text behind the value', '{\n  "a": 1\n}\n\nrest\n', 5],
    ['a missing end', '{\n  "a": [1,\n  2\n', 3],
  ])('OFF-100 is reported at the line of %s', async (_, content, line) => {
    const { melchior } = await reviewWith(reviewer, `File: a.json\n${content}`)
    expect(placesOf(melchior)).toEqual([`a.json:${line} json/syntax`])
  })
})
