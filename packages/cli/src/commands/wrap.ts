import { Command, InvalidArgumentError, Option } from 'commander'
import { findFiles } from '../input/find-files.ts'
import { readInput, STDIN_NAME } from '../input/read-input.ts'
import { CliError } from '../terminal/cli-error.ts'
import { formatJson } from '../terminal/format-json.ts'
import { printableLine } from '../terminal/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { policyOption } from './policy-option.ts'
import { type WrapFormat, type WrapInput, type WrapOptions, wrapTexts } from './wrap-texts.ts'

const MAX_BYTES = 16 * 1024 * 1024
/** As in `@cordon/prompt`. */
const MAX_LABEL_LENGTH = 32

type CommandOptions = WrapOptions & { readonly json?: true }

/** The options that mean something in one or two formats only. */
const FORMATS_OF = new Map<
  keyof WrapOptions,
  { readonly flag: string; readonly formats: readonly WrapFormat[] }
>([
  ['label', { flag: '--label', formats: ['data', 'context'] }],
  ['task', { flag: '--task', formats: ['prompt'] }],
  ['mode', { flag: '--mode', formats: ['context'] }],
  ['place', { flag: '--place', formats: ['data'] }],
  ['datamark', { flag: '--datamark', formats: ['prompt'] }],
])

export function wrapCommand(terminal: Terminal): Command {
  return new Command()
    .argument('[files...]', 'files, directories or patterns; - is standard input', ['-'])
    .addOption(
      new Option('--format <format>', 'which fence: tags, labelled markers, or the form that reviewers get')
        .choices(['prompt', 'data', 'context'])
        .default('prompt'),
    )
    .addOption(policyOption())
    .option('--task <text>', 'prompt: your own words, before the fenced text', parseTask)
    .option('--label <label>', 'data, context: what the text is, in capitals (data: INPUT)', parseLabel)
    .addOption(
      new Option('--mode <mode>', 'context: what is asked (analysis)').choices([
        'code-review',
        'design',
        'analysis',
      ]),
    )
    .addOption(
      new Option('--place <place>', 'data: where the instruction stands (after)').choices([
        'after',
        'before',
        'both',
      ]),
    )
    .option('--max-code-points <n>', 'cut each text to so many code points first', parseCount)
    .option('--datamark', 'prompt: join the words of the text by a mark, so that each shows it is data')
    .option('--json', 'print the text, and path, label and nonce of each block, as JSON')
    .addHelpText(
      'after',
      '\nUp to 16 MiB a file. Of several files each gets a block of its own. File names never enter the prompt: they are untrusted too.' +
        '\nA fence tells the model what is data. It cannot make the model obey.',
    )
    .action((names: readonly string[], options: CommandOptions) => wrapFiles(terminal, names, options))
}

async function wrapFiles(
  terminal: Terminal,
  names: readonly string[],
  options: CommandOptions,
): Promise<void> {
  assertFormat(options)
  const paths = await findFiles(terminal, names)
  assertLabelFits(options.label, paths.length)
  const inputs: WrapInput[] = []
  for (const name of paths) {
    const text = await readInput(terminal, name, MAX_BYTES)
    inputs.push({ path: name === '-' ? STDIN_NAME : name, text })
  }
  const wrapped = wrapTexts(inputs, options)
  terminal.stdout.write(options.json ? formatJson(wrapped) : `${wrapped.text}\n`)
  // The other formats carry the note themselves; this one has no place for it.
  if (wrapped.format !== 'context') return
  for (const { path, note } of wrapped.blocks) {
    if (note !== '') terminal.stderr.write(`cordon: ${printableLine(path)}: ${note}\n`)
  }
}

function assertFormat(options: CommandOptions): void {
  for (const [option, { flag, formats }] of FORMATS_OF) {
    if (options[option] === undefined || formats.includes(options.format)) continue
    throw new CliError(`${flag} goes with --format ${formats.join(' or ')}, not with ${options.format}`)
  }
}

/** Of several files each gets a number behind the label. */
function assertLabelFits(label: string | undefined, count: number): void {
  const room = MAX_LABEL_LENGTH - (count > 1 ? `_${count}`.length : 0)
  if (label === undefined || label.length <= room) return
  throw new CliError(`--label: at most ${room} characters beside the numbers of ${count} files`)
}

/** An unset variable of a shell arrives as an empty text. */
function parseTask(value: string): string {
  if (value !== '') return value
  throw new InvalidArgumentError('It must not be empty.')
}

function parseLabel(value: string): string {
  if (/^[A-Z][A-Z0-9_]*$/.test(value) && value.length <= MAX_LABEL_LENGTH) return value
  throw new InvalidArgumentError(
    `It is a capital letter and up to ${MAX_LABEL_LENGTH - 1} more of A-Z, 0-9 and _.`,
  )
}

function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It is a whole number above 0.')
}
