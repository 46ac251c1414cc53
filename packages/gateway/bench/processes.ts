// Starts the processes under test, each on a core of its own where the system can pin them.
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Target {
  readonly name: string
  readonly port: number
  readonly child: ChildProcess
}

const TICKS_PER_SECOND = 100
export const GATEWAY_CORE = '0'
export const LOAD_CORE = '1'
const PORTKEY = new URL(
  ['./portkey/node_modules', '@portkey-ai', 'gateway/build/start-server.js'].join('/'),
  import.meta.url,
)

/** Builds what the targets import: measured is what is published, not what a loader makes of the sources. */
export function buildPackages(): void {
  const rolldown = fileURLToPath(new URL('../../../node_modules/rolldown/bin/cli.mjs', import.meta.url))
  for (const name of ['nonce', 'sanitize', 'prompt', 'personas', 'audit', 'gateway']) {
    const cwd = fileURLToPath(new URL(`../../${name}`, import.meta.url))
    execFileSync(process.execPath, [rolldown, '-c', '../../rolldown.config.mjs'], { cwd, stdio: 'ignore' })
  }
}

export async function startTarget(name: string, core: string, upstream = ''): Promise<Target> {
  const port = await freePort()
  const file = new URL(`./targets/${name}.mjs`, import.meta.url)
  const child = fork(file, [String(port), upstream], {
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error(`${name} did not start`)))
  })
  pin(child, core)
  return { name, port, child }
}

/** Returns nothing when the package is not installed: run `npm install` in bench/portkey. */
export async function startPortkey(core: string): Promise<Target | undefined> {
  if (!existsSync(PORTKEY)) return undefined
  const port = await freePort()
  const child = spawn(process.execPath, [PORTKEY.pathname, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  pin(child, core)
  for (let tries = 0; tries < 200; tries += 1) {
    if (await accepts(port)) return { name: 'portkey', port, child }
    await sleep(50)
  }
  throw new Error('portkey did not start')
}

/** CPU time of a process so far, in milliseconds: user and system, threads included. */
export function cpuMs({ child }: Target): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Resident memory of a process, in MiB. */
export function residentMib({ child }: Target): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

/** Pins a process, its threads too; where the system cannot, the figures are noisier. */
export function pin({ pid }: { readonly pid?: number | undefined }, core: string): void {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' })
  } catch {
    process.stderr.write('taskset is missing: processes are not pinned\n')
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
