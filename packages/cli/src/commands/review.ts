import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MagiBuilder } from '@cordon/orchestrator'
import type { Mode } from '@cordon/prompt'
import type { SanitizePolicy } from '@cordon/sanitize'
import { Command, InvalidArgumentError, Option } from 'commander'
import { formatDirectoryReview, formatReview } from '../review/format-review.ts'
import { MODEL_FORMS, openProvider } from '../review/open-provider.ts'
import { MAX_LABELLED_BYTES, type ReviewTask, reviewDirectory, reviewFile } from '../review/review-files.ts'
import { CliError } from '../terminal/cli-error.ts'
import { formatJson } from '../terminal/format-json.ts'
import { showProgress } from '../terminal/show-progress.ts'
import { colorsFor, type Terminal } from '../terminal/terminal.ts'
import { policyOption } from './policy-option.ts'

interface ReviewOptions {
  readonly mode: Mode
  readonly model: string
  readonly baseUrl?: string
  readonly format: 'text' | 'json'
  readonly json?: true
  readonly timeout: number
  readonly policy: SanitizePolicy
}

/** Returns the command that lets three reviewers judge its input. */
export function reviewCommand(terminal: Terminal): Command {
  return new Command()
    .argument('<input>', 'a file, a directory (reviewed file by file), or - for standard input')
    .addOption(
      new Option('--mode <mode>', 'what the reviewers judge it as')
        .choices(['code-review', 'design', 'analysis'])
        .default('code-review'),
    )
    .option('--model <model>', `who reviews: ${MODEL_FORMS}`, 'offline')
    .option('--base-url <url>', 'another server that speaks the protocol; with openai: chat completions')
    .addOption(
      new Option('--format <format>', 'how to print the report').choices(['text', 'json']).default('text'),
    )
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .option('--timeout <seconds>', 'how long each reviewer may take, retries included', parseSeconds, 300)
    .addOption(policyOption())
    .addHelpText(
      'after',
      '\nExit code: 0 approved or conditional, 1 rejected, 2 could not run.' +
        '\nKeys: OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY.' +
        '\nServers: OPENAI_BASE_URL, ANTHROPIC_BASE_URL, OLLAMA_HOST.',
    )
    .action((input: string, options: ReviewOptions) => review(terminal, input, options))
}

async function review(terminal: Terminal, input: string, options: ReviewOptions): Promise<void> {
  if (options.json && options.format === 'text')
    throw new CliError("option '--json' cannot be used with option '--format text'")
  const provider = await openProvider(options.model, { env: terminal.env, baseUrl: options.baseUrl })
  const magi = new MagiBuilder(provider)
    .withPolicy(options.policy)
    .withTimeoutMs(options.timeout * 1000)
    .withMaxInputBytes(MAX_LABELLED_BYTES)
    .build()
  const task: ReviewTask = { terminal, magi, mode: options.mode, onEvent: showProgress(terminal) }
  const colors = colorsFor(terminal.stdout, terminal.env)
  try {
    if (await isDirectory(terminal, input)) {
      const result = await reviewDirectory(task, input)
      terminal.exitCode = result.consensus_verdict === 'reject' ? 1 : result.failed.length > 0 ? 2 : 0
      print(terminal, options, result, formatDirectoryReview(result, colors))
    } else {
      const report = await reviewFile(task, input)
      terminal.exitCode = report.consensus.consensus_verdict === 'reject' ? 1 : 0
      print(terminal, options, report, formatReview(report, colors))
    }
  } finally {
    await provider[Symbol.asyncDispose]?.()
  }
}

function print(
  terminal: Terminal,
  options: ReviewOptions,
  result: { readonly degraded: boolean },
  text: string,
): void {
  const json = options.format === 'json'
  // The text says so in its first line.
  if (json && result.degraded) terminal.stderr.write('cordon: degraded, see failed_agents\n')
  terminal.stdout.write(json ? formatJson(result) : text)
}

// A path that is not there is left to the reading of it, which says why.
async function isDirectory(terminal: Terminal, input: string): Promise<boolean> {
  if (input === '-') return false
  const stats = await stat(resolve(terminal.cwd, input)).catch(() => undefined)
  return stats?.isDirectory() ?? false
}

function parseSeconds(value: string): number {
  const seconds = Number(value)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds
  throw new InvalidArgumentError('Expected whole seconds from 1 to 86400.')
}
