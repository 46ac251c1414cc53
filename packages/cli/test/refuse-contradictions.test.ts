import { generateSealKey } from '@cordon/personas/seal'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

test.each([
  ['review a.txt --json --format text', "option '--json' cannot be used with option '--format text'"],
  ['review a.txt --format text --json', "option '--json' cannot be used with option '--format text'"],
  ['serve --schema --check', "option '--schema' cannot be used with option '--check'"],
  ['serve --schema --config a.txt', "option '--schema' cannot be used with option '--config <file>'"],
])('CLI-325 %s names both options and does nothing', async (line, message) => {
  const cwd = makeFolder({ 'a.txt': 'hello\n' })
  expect(await runInProcess(line.split(' '), { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: `cordon: ${message}\n`,
  })
})

test.each([
  ['audit verify . --anchor - --anchor -', '{"chain":"main","seq":1,"hash":"00"}'],
  ['audit verify . --anchor - --public-key -', '{"chain":"main","seq":1,"hash":"00"}'],
  ['personas seal --only clerk@1.0.0 --key - --public-key -', generateSealKey().privateKey],
])('CLI-326 %s asks for standard input twice, and is told so', async (line, stdin) => {
  const cwd = makeFolder({
    'personas/clerk@1.0.0.md': '---\nid: clerk\nversion: 1.0.0\n---\n\nYou keep the ledger.\n',
  })
  expect(await runInProcess(line.split(' '), { cwd, stdin })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'cordon: <stdin>: can be read once only, and two arguments name it\n',
  })
})
