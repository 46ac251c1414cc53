import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { generateSealKey } from '@cordon/personas/seal'
import { Command } from 'commander'
import { printableLine } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { writeNew } from './write-new.ts'

const PRIVATE_NAME = 'personas-seal.key.pem'
const PUBLIC_NAME = 'personas-seal.pub.pem'

export function keygenCommand(terminal: Terminal): Command {
  return new Command('keygen')
    .description('make an Ed25519 key pair to seal with')
    .option('-o, --out <directory>', 'where to write the two files', '.')
    .action((options: { readonly out: string }) => keygen(terminal, options.out))
}

async function keygen(terminal: Terminal, out: string): Promise<void> {
  const { privateKey, publicKey } = generateSealKey()
  await writeNew(terminal, join(out, PRIVATE_NAME), privateKey, { mode: 0o600, folderMode: 0o700 })
  try {
    await writeNew(terminal, join(out, PUBLIC_NAME), publicKey, { mode: 0o644 })
  } catch (error) {
    // Half a pair is of no use, and a private key must not lie where nobody knows of it.
    await rm(resolve(terminal.cwd, out, PRIVATE_NAME))
    throw error
  }
  terminal.stdout.write(
    `${printableLine(join(out, PRIVATE_NAME))}  keep it where personas are sealed, and nowhere else\n` +
      `${printableLine(join(out, PUBLIC_NAME))}  goes into the configuration of the gateway\n`,
  )
}
