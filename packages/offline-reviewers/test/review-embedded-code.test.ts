import { type OfflineReviewer, offlineReviewer } from '@cordon/offline-reviewers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents, placesOf, reviewWith } from './review.ts'

let reviewer: OfflineReviewer
beforeAll(() => {
  reviewer = offlineReviewer()
})
afterAll(() => reviewer[Symbol.asyncDispose]())

async function review(content: string) {
  const outputs = await reviewWith(reviewer, content)
  return {
    places: agents.flatMap((agent) => placesOf(outputs[agent])),
    verdicts: agents.map((agent) => outputs[agent].verdict),
  }
}

const script = 'function run(code) {\n  eval(code)\n}'
const module = 'import os\nos.system("rm " + name)'

describe('a fence', () => {
  test.each([
    ['of JavaScript', `\`\`\`js\n${script}\n\`\`\``, 'Line 5 no-eval'],
    ['of TypeScript', '```ts\nconst a: string = b\neval(a)\n```', 'Line 5 no-eval'],
    ['of Python', `\`\`\`python\n${module}\n\`\`\``, 'Line 5 py/shell-text'],
    [
      'of Python in a doctest',
      `\`\`\`py\nif a:\n    ${module.split('\n')[1]}\n...\n\`\`\``,
      'Line 5 py/shell-text',
    ],
    ['without a language', `\`\`\`\n${script}\n\`\`\``, 'Line 5 no-eval'],
    [
      'without a language, one call of Python',
      `\`\`\`\n\n${module.split('\n')[1]}\n\`\`\``,
      'Line 5 py/shell-text',
    ],
    ['of another language', `\`\`\`text\n${script}\n\`\`\``, 'Line 5 no-eval'],
    ['of tildes', `~~~js\n${script}\n~~~`, 'Line 5 no-eval'],
    ['with attributes', `\`\`\`{.js .numberLines}\n${script}\n\`\`\``, 'Line 5 no-eval'],
    ['with another fence in it', '````js\n// ```\neval(a)\n````', 'Line 5 no-eval'],
    ['that nothing closes', `\`\`\`js\n${script}`, 'Line 5 no-eval'],
    ['in a quote', `> \`\`\`js\n${script.replaceAll(/^/gm, '> ')}\n> \`\`\``, 'Line 5 no-eval'],
    ['in a list', `- \`\`\`js\n${script.replaceAll(/^/gm, '  ')}\n  \`\`\``, 'Line 5 no-eval'],
    ['with lines left out', '```js\n...\neval(a)\n...\nrun()\n```', 'Line 5 no-eval'],
  ])('OFF-140 %s is reviewed at its lines', async (_, fence, place) => {
    for (const label of ['', 'File: a.md\n', 'File: a.yaml\n']) {
      const found = await review(`${label}Try this.\n\n${fence}\n`)
      expect(found.places, label).toContain(
        label === '' ? place : place.replace('Line ', `${label.slice(6, -1)}:`),
      )
      expect(found.verdicts).toContain('reject')
    }
  })

  test.each([
    [
      'of a quote that ends before it',
      `> \`\`\`js\n> run()\n\n\`\`\`js\n${script}\n\`\`\``,
      'Line 8 no-eval',
    ],
    [
      'whose template holds a list with a fence',
      `\`\`\`js\nrun(\`\n- \`\`\`\n\`)\n${script}\n\`\`\``,
      'Line 8 no-eval',
    ],
    [
      'of tildes with backticks behind its language',
      '~~~js `a`\nwindow.open(b, "_blank")\ndocument.write(c)\n~~~',
      'Line 5 js/html-text',
    ],
  ])('OFF-170 a fence ends where CommonMark ends it: one %s', async (_, fence, place) => {
    expect((await review(`File: a.md\nTry this.\n\n${fence}\n`)).places).toContain(
      place.replace('Line ', 'a.md:'),
    )
  })

  test('OFF-140 in the added lines of a diff is reviewed too', async () => {
    const diff = `diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1 +1,6 @@\n # A\n+\n+\`\`\`js\n${script.replaceAll(/^/gm, '+')}\n`
    expect((await review(diff)).places).toContain('a.md:5 no-eval')
  })

  test('OFF-141 of an example is not judged for its form', async () => {
    const text =
      '# A\n\nCall it.\n\n```js\nvar a = 1 // TODO\nimport b from "b"\nb(a)\n```\n\n```python\nimport os\n```\n'
    expect(await review(`File: a.md\n${text}`)).toEqual({
      places: [],
      verdicts: ['approve', 'approve', 'approve'],
    })
  })

  test('OFF-141 of two ways to the same name is not taken for one program', async () => {
    const text = "# A\n\n```js\nimport { b } from 'b'\n// or\nconst { b } = require('b')\n\nb()\n```\n"
    expect((await review(`File: a.md\n${text}`)).places).toEqual([])
  })
})

test.each([
  ['a page', `<!doctype html>\n<p>Hi</p>\n<script>\n${script}\n</script>\n`, 'Line 5 no-eval'],
  [
    'a page without a type',
    `<html>\n<body>\n<script type="module">\n${script}\n</script></body></html>\n`,
    'Line 5 no-eval',
  ],
  [
    'a labelled page',
    `File: a.html\n<p>Hi</p>\n<p>\n<script\n async>\neval(a)</script>\n`,
    'a.html:5 no-eval',
  ],
  [
    'a page with long attributes',
    `<!doctype html>\n<script data-a=\n "${'a'.repeat(2000)}>" async>\neval(a)</script>\n`,
    'Line 4 no-eval',
  ],
  [
    'a component',
    `File: a.vue\n<template/>\n\n<script lang="ts">\nconst a: string = b\neval(a) as string\n</script>\n`,
    'a.vue:5 no-eval',
  ],
  ['a document', `# A\n\nText.\n<script>run()\neval(a)</script>\n`, 'Line 5 no-eval'],
  ['a page that ends early', `<html>\n\n<script>run()</script>\n<script>\neval(a)\n`, 'Line 5 no-eval'],
])('OFF-142 a script in %s is reviewed at its lines', async (_, content, place) => {
  const found = await review(content)
  expect(found.places).toContain(place)
  expect(found.verdicts).toContain('reject')
})

describe('a notebook', () => {
  const cell = (type: string, source: unknown) => ({ cell_type: type, metadata: {}, source })
  const notebook = (...cells: object[]) => JSON.stringify({ cells, metadata: {}, nbformat: 4 }, null, 1)

  test.each([
    [
      'code',
      cell('code', ['%matplotlib inline\n', 'import os\n', 'os.system("rm " + name)']),
      'py/shell-text',
    ],
    ['code as one text', cell('code', `!ls\n${module}\n`), 'py/shell-text'],
    ['code of one call', cell('code', ['os.system("rm \\"a\\" " + name)']), 'py/shell-text'],
    ['a text with code', cell('markdown', ['# A\n', '```js\n', 'eval(a)\n', '```']), 'no-eval'],
  ])('OFF-143 is reviewed at its lines: a cell of %s', async (_, content, rule) => {
    const text = notebook(cell('code', ['a = 1']), content)
    const line = text.split('\n').findIndex((each) => /rm |eval/.test(each)) + 1
    for (const label of ['', 'File: a.ipynb\n']) {
      const found = await review(label + text)
      expect(found.places).toContain(`${label === '' ? 'Line ' : 'a.ipynb:'}${line} ${rule}`)
      expect(found.verdicts).toContain('reject')
    }
  })
})

test('OFF-143 a notebook may spell its names with escapes, and put their colons on other lines', async () => {
  const text =
    '{"nbformat": 4, "cells": [{"cell_type": "code", "\\u0073ource"\n:\n["a = 1\\n",\n"import os\\n",\n"os.system(\\"rm \\" + a)"]}]}'
  expect((await review(text)).places).toContain('Line 5 py/shell-text')
})

test('OFF-143 a hunk of a notebook is reviewed too', async () => {
  const hunk =
    '@@ -9,3 +9,5 @@\n    "metadata": {},\n    "source": [\n+    "import os\\n",\n+    "os.system(\\"rm \\" + name)"\n    ]\n'
  const found = await review(`diff --git a/a.ipynb b/a.ipynb\n--- a/a.ipynb\n+++ b/a.ipynb\n${hunk}`)
  expect(found.places).toContain('a.ipynb:12 py/shell-text')
})

test.each([
  ['line numbers', (line: string, index: number) => `${index + 9}: ${line}`],
  ['numbers and bars', (line: string, index: number) => ` ${index + 9} | ${line}`],
  ['numbers of cat', (line: string, index: number) => `${String(index + 9).padStart(6)}\t${line}`],
  ['marks of a quote', (line: string) => `> ${line}`],
  ['marks of a quote in a quote', (line: string) => `> > ${line}`],
  ['bars', (line: string) => `| ${line}`],
  ['plus signs', (line: string) => `+${line}`],
  ['an indentation', (line: string) => `    ${line}`],
])('OFF-144 code behind %s is reviewed at its lines', async (_, mark) => {
  for (const [code, rule] of [
    [script, 'no-eval'],
    [`import os\nif name:\n    os.remove(name)\n${module}`, 'py/shell-text'],
  ] as const) {
    const lines = code.split('\n')
    const line = lines.findIndex((each) => /eval|system/.test(each)) + 3
    const found = await review(
      `Somebody wrote this.\n\n${lines.map(mark).join('\n')}\n\nWhat do you think?\n`,
    )
    expect(found.places).toContain(`Line ${line} ${rule}`)
    expect(found.verdicts).toContain('reject')
  }
})

test('OFF-145 of more pieces than 500 the rest is said to be unread', { timeout: 120_000 }, async () => {
  const { places } = await review(`File: a.md\n${'```js\nrun()\n```\n'.repeat(501)}`)
  expect(places).toEqual(['a.md:1502 code/unparsed'])
})

test('OFF-146 PHP without its opening tag is not taken for JavaScript', async () => {
  const found = await review('$name = $_GET["name"];\nshell_exec("ls " . $_GET["name"]);\n')
  expect(found.places).toContain('Line 2 code/shell-text')
  expect(found.verdicts).toContain('reject')
})

test.each([
  'assert.deepEqual(output, req._parsedUrl)',
  'assert(request.ok)',
  'assert response == request.response',
  'The eval set goes out with each request.',
])('OFF-171 an assertion or a sentence evaluates no input: %s', async (line) => {
  const found = await review(`File: a.md\n# A\n\nLike this.\n\n\`\`\`\n${line}\n\`\`\`\n`)
  expect(found.places).toEqual([])
})

test('OFF-171 an assertion of PHP evaluates its text', async () => {
  const found = await review('<?php\nassert($_GET["a"]);\n')
  expect(found.places).toContain('Line 2 code/eval-input')
})
