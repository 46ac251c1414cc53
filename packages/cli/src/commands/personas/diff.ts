import { resolve } from 'node:path'
import type { Persona } from '@cordon/personas'
import { Command } from 'commander'
import { printable, printableLine } from '../../terminal/printable.ts'
import { type Colors, colorsFor, type Terminal } from '../../terminal/terminal.ts'
import { folderOption, readPersona } from './persona-folder.ts'
import { sealStates, warnOfSeal } from './seal-state.ts'

/** Lines that are taken out or put in. The search for the fewest takes time by the square of them: beyond, it is not worth its minutes. */
const MAX_EDIT_LENGTH = 1_000

export function diffCommand(terminal: Terminal): Command {
  return new Command('diff')
    .description(
      'compare two personas, frontmatter and body; exit 1 when they differ or are not what was sealed',
    )
    .argument('<a>', 'id@version')
    .argument('<b>', 'id@version')
    .addOption(folderOption())
    .action(async (a: string, b: string, { directory }: { readonly directory: string }) => {
      const before = (await readPersona(terminal, directory, a)).persona
      const after = (await readPersona(terminal, directory, b)).persona
      const sealOf = await sealStates(resolve(terminal.cwd, directory))
      for (const persona of [before, after]) warnOfSeal(terminal, persona, sealOf(persona))
      const left = comparable(before)
      const right = comparable(after)
      if (left === right) {
        terminal.stdout.write('no difference but the handle\n')
        return
      }
      terminal.exitCode = 1
      const { createTwoFilesPatch } = await import('diff')
      const patch =
        createTwoFilesPatch(a, b, left, right, undefined, undefined, { maxEditLength: MAX_EDIT_LENGTH }) ??
        replaceWhole(a, b, left, right)
      terminal.stdout.write(formatPatch(patch, terminal))
    })
}

/** Returns a persona as text, what steers a model and nothing else: one line for each tool, trait and hint, then the body. */
function comparable({ allowedTools, traits, llmHints, body }: Persona): string {
  const lines = [
    ...allowedTools.map((tool) => `allowed_tools: ${printableLine(tool)}`),
    ...traits.map((trait) => `traits: ${printableLine(trait)}`),
    ...(llmHints.temperature === undefined ? [] : [`temperature: ${llmHints.temperature}`]),
    ...(llmHints.maxTokens === undefined ? [] : [`max_tokens: ${llmHints.maxTokens}`]),
    ...(llmHints.stopSequences ?? []).map((text) => `stop_sequences: ${JSON.stringify(text)}`),
  ]
  return `${lines.map((line) => `${line}\n`).join('')}---\n${body}`
}

/** Returns the patch that takes out every line and puts in every other one. */
function replaceWhole(a: string, b: string, left: string, right: string): string {
  const before = left.split('\n').slice(0, -1)
  const after = right.split('\n').slice(0, -1)
  return [
    '='.repeat(67),
    `--- ${a}`,
    `+++ ${b}`,
    `@@ -1,${before.length} +1,${after.length} @@`,
    ...before.map((line) => `-${line}`),
    ...after.map((line) => `+${line}`),
    '',
  ].join('\n')
}

function formatPatch(patch: string, terminal: Terminal): string {
  const colors = colorsFor(terminal.stdout, terminal.env)
  // The first line is a rule of "=" that only says where a patch begins.
  const lines = patch.split('\n').slice(1)
  return lines.map((line) => colorLine(printable(line), colors)).join('\n')
}

function colorLine(line: string, colors: Colors): string {
  if (line.startsWith('+')) return colors.green(line)
  if (line.startsWith('-')) return colors.red(line)
  return line.startsWith('@@') ? colors.dim(line) : line
}
