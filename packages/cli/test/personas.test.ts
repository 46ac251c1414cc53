import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

function personaText(version: string, body: string, more = ''): string {
  return `---\nid: clerk\nversion: "${version}"\n${more}---\n\n${body}`
}

const CLERK = personaText('1.0.0', 'You keep the ledger.\n', 'allowed_tools: [search]\n')
const good = { 'personas/clerk@1.0.0.md': CLERK }

function personas(cwd: string, ...args: string[]) {
  return runInProcess(['personas', ...args], { cwd })
}

test('CLI-112 a handle where an id belongs is told from a bad version', async () => {
  expect(await personas(makeFolder({}), 'new', 'harbour-clerk@1.1.0')).toMatchObject({
    code: 2,
    stderr: 'cordon: write id and version apart: personas new <id> [version]\n',
  })
})

test('CPE-001 a directory without a fault exits with 0', async () => {
  expect(await personas(makeFolder(good), 'check')).toEqual({
    code: 0,
    stdout: '1 persona, no fault\n',
    stderr: '',
  })
})

test('CPE-001 all faults are printed, with exit code 1', async () => {
  const cwd = makeFolder({
    ...good,
    'personas/a@1.0.0.md': 'no fence',
    'personas/b@1.0.0.md': '---\nid: b\nversion: 1.0\n---\nB\n',
  })
  const { code, stdout } = await personas(cwd, 'check', 'personas')
  expect(code).toBe(1)
  expect(stdout.split('\n')).toEqual([
    'personas/a@1.0.0.md:1: found no opening fence; write --- alone on line 1',
    'personas/b@1.0.0.md:3: version: found a number; write three parts in quotes, MAJOR.MINOR.PATCH, e.g. version: "1.10.0"',
    '2 faults',
    '',
  ])
  const json = JSON.parse((await personas(cwd, 'check', '--json')).stdout)
  expect(json.faults.map(({ code }: { code: string }) => code)).toEqual([
    'ERR_PERSONA_SCHEMA',
    'ERR_PERSONA_SCHEMA',
  ])
})

test('CLI-188 check prints all faults of a file', async () => {
  const text = '---\nid: b\nversion: 1.0\ntrait: [calm]\n---\n'
  expect(await personas(makeFolder({ 'personas/b@1.0.0.md': text }), 'check')).toEqual({
    code: 1,
    stdout:
      'personas/b@1.0.0.md:4: found the unknown key "trait"; did you mean traits?\n' +
      'personas/b@1.0.0.md:3: version: found a number; write three parts in quotes, MAJOR.MINOR.PATCH, e.g. version: "1.10.0"\n' +
      'personas/b@1.0.0.md: found no body; write the prompt below the closing fence\n' +
      '3 faults\n',
    stderr: '',
  })
})

test('CPE-002 lists handle, hash, seal and tools', async () => {
  const cwd = makeFolder(good)
  await personas(cwd, 'seal')
  writeFileSync(join(cwd, 'personas/clerk@1.1.0.md'), personaText('1.1.0', 'New.\n'))
  expect((await personas(cwd, 'list')).stdout.split('\n')).toEqual([
    'handle       body hash         seal      tools',
    'clerk@1.0.0  0e5e6ae8972edd12  sealed    search',
    'clerk@1.1.0  9d5d95b801f8ca03  unsealed  -',
    '',
  ])
  const [first] = JSON.parse((await personas(cwd, 'list', '--json')).stdout)
  expect(first).toMatchObject({
    handle: 'clerk@1.0.0',
    seal: 'sealed',
    personaHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('CPE-039 list calls changed what changed, and nothing else', async () => {
  const cwd = makeFolder({ ...good, 'personas/clerk@1.1.0.md': personaText('1.1.0', 'Edited later.\n') })
  await personas(cwd, 'seal')
  writeFileSync(join(cwd, 'personas/clerk@1.1.0.md'), personaText('1.1.0', 'Edited.\n'))
  writeFileSync(join(cwd, 'personas/clerk@1.2.0.md'), personaText('1.2.0', 'New.\n'))
  const states = async () =>
    JSON.parse((await personas(cwd, 'list', '--json')).stdout).map(({ seal }: { seal: string }) => seal)
  expect(await states()).toEqual(['sealed', 'changed', 'unsealed'])
  writeFileSync(join(cwd, 'personas/personas.lock.json'), '{}')
  expect(await states()).toEqual(['unsure', 'unsure', 'unsure'])
})

test('CPE-003 shows a persona, the invisible made visible', async () => {
  const cwd = makeFolder({
    'p/clerk@1.0.0.md': personaText('1.0.0', 'You\u200b keep it.  \r\n', 'traits: ["a\\u202eb"]\n'),
  })
  const { code, stdout } = await personas(cwd, 'show', 'clerk@1.0.0', '--directory', 'p')
  expect(code).toBe(0)
  expect(stdout).toContain('handle          clerk@1.0.0\n')
  expect(stdout).toContain('traits          a<U+202E>b\n')
  expect(stdout.endsWith('\n\nYou<U+200B> keep it.\n')).toBe(true)
})

test('CPE-004 compares frontmatter and body', async () => {
  const cwd = makeFolder({
    ...good,
    'personas/clerk@1.1.0.md': personaText(
      '1.1.0',
      'You keep the ledger.\nCount twice.\n',
      'allowed_tools: [search, pay]\n',
    ),
    'personas/clerk@1.2.0.md': personaText('1.2.0', 'You keep the ledger.\n', 'allowed_tools: [search]\n'),
  })
  const { code, stdout } = await personas(cwd, 'diff', 'clerk@1.0.0', 'clerk@1.1.0')
  expect(code).toBe(1)
  expect(stdout.split('\n').filter((line) => /^[+-]/.test(line))).toEqual([
    '--- clerk@1.0.0',
    '+++ clerk@1.1.0',
    '+allowed_tools: pay',
    '+Count twice.',
  ])
  expect(await personas(cwd, 'diff', 'clerk@1.0.0', 'clerk@1.2.0')).toMatchObject({
    code: 0,
    stdout: 'no difference but the handle\n',
  })
})

test('CPE-005 a new persona passes the check and is never overwritten', async () => {
  const cwd = makeFolder({})
  expect(await personas(cwd, 'new', 'harbour-clerk')).toMatchObject({
    code: 0,
    stdout: 'personas/harbour-clerk@1.0.0.md\n',
  })
  await personas(cwd, 'new', 'harbour-clerk', '1.1.0')
  expect((await personas(cwd, 'check')).stdout).toBe('2 personas, no fault\n')
  expect(await personas(cwd, 'new', 'harbour-clerk')).toMatchObject({
    code: 2,
    stderr: 'cordon: personas/harbour-clerk@1.0.0.md: is there already\n',
  })
  expect((await personas(cwd, 'new', 'Harbour')).code).toBe(2)
})

test('CPE-006 keygen writes two files, once', async () => {
  const cwd = makeFolder({})
  expect((await personas(cwd, 'keygen')).code).toBe(0)
  const path = join(cwd, 'personas-seal.key.pem')
  const key = readFileSync(path, 'utf8')
  expect(key).toContain('BEGIN PRIVATE KEY')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(cwd, 'personas-seal.pub.pem'), 'utf8')).toContain('BEGIN PUBLIC KEY')
  expect((await personas(cwd, 'keygen')).code).toBe(2)
  expect(readFileSync(path, 'utf8')).toBe(key)
})

test('CPE-006 keygen makes the directory, for its owner only', async () => {
  const cwd = makeFolder({})
  expect((await personas(cwd, 'keygen', '--out', 'keys')).code).toBe(0)
  expect(statSync(join(cwd, 'keys')).mode & 0o777).toBe(0o700)
})

test('CPE-007 seals with a key and verifies with its public key', async () => {
  const cwd = makeFolder(good)
  await personas(cwd, 'keygen')
  const sealed = await personas(cwd, 'seal', '--key', 'personas-seal.key.pem', '--actor', 'ci')
  expect(sealed.code).toBe(0)
  expect(sealed.stdout).toMatch(/\ngeneration 1: 1 sealed by ci; signed\n$/)
  const verify = () => personas(cwd, 'verify', '--public-key', 'personas-seal.pub.pem')
  expect(await verify()).toMatchObject({
    code: 0,
    stdout: 'generation 1: 1 sealed as they are; the signature is valid\n',
  })
  writeFileSync(join(cwd, 'personas/clerk@1.0.0.md'), CLERK.replace('search', 'search, pay'))
  const broken = await verify()
  expect(broken.code).toBe(1)
  expect(broken.stdout).toBe(
    'personas/clerk@1.0.0.md: persona clerk@1.0.0 is refused: its persona hash is not the one that was sealed: its frontmatter changed; restore it, or save it as the next version\n',
  )
})

test('CLI-187 seal takes a public key with a private one only', async () => {
  const cwd = makeFolder(good)
  expect(await personas(cwd, 'seal', '--public-key', 'personas-seal.pub.pem')).toMatchObject({
    code: 2,
    stderr: 'cordon: --public-key is for a lock that is signed anew: give --key or CORDON_SEAL_KEY, too\n',
  })
})

test('CLI-189 seal prints the body hash, as headers have it, and the persona hash', async () => {
  const cwd = makeFolder(good)
  const { stdout } = await personas(cwd, 'seal')
  const shown = JSON.parse((await personas(cwd, 'show', 'clerk@1.0.0', '--json')).stdout)
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'handle       body hash         persona hash',
    `clerk@1.0.0  ${shown.sourceHash.slice(0, 16)}  ${shown.personaHash.slice(0, 16)}`,
  ])
  expect((await personas(cwd, 'seal')).stdout).toMatch(/^generation 1: 0 sealed; /)
})

test('CPE-007 takes the key from CORDON_SEAL_KEY', async () => {
  const cwd = makeFolder(good)
  await personas(cwd, 'keygen')
  const env = { CORDON_SEAL_KEY: readFileSync(join(cwd, 'personas-seal.key.pem'), 'utf8') }
  const { stdout } = await runInProcess(['personas', 'seal', '--json'], { cwd, env })
  expect(JSON.parse(stdout)).toMatchObject({
    generation: 1,
    signed: true,
    actor: null,
    sealed: [{ handle: 'clerk@1.0.0' }],
  })
})

test.each([
  ['in the body', personaText('1.0.0', 'You keep\u{e0041}\u{e0042} it.\n')],
  ['in a tool name', personaText('1.0.0', 'A\n', 'allowed_tools: ["se\u200barch"]\n')],
  ['in a comment', personaText('1.0.0', 'A\n', '# \u202e\n')],
])('CPE-008 characters that cannot be seen %s are shown and not sealed', async (_name, text) => {
  const cwd = makeFolder({ 'personas/clerk@1.0.0.md': text })
  const refused = await personas(cwd, 'seal')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/personas\/clerk@1\.0\.0\.md: \d hidden/)
  expect(refused.stderr).toContain('nothing sealed')
  expect((await personas(cwd, 'verify')).code).toBe(1)
  expect((await personas(cwd, 'seal', '--allow-invisible')).code).toBe(0)
  expect((await personas(cwd, 'seal')).code).toBe(0)
})

test('CPE-009 faults and changed versions stop a seal', async () => {
  const cwd = makeFolder(good)
  await personas(cwd, 'seal')
  const lock = readFileSync(join(cwd, 'personas/personas.lock.json'))
  writeFileSync(join(cwd, 'personas/clerk@1.0.0.md'), CLERK.replace('ledger', 'books'))
  expect(await personas(cwd, 'seal')).toMatchObject({
    code: 1,
    stdout:
      'personas/clerk@1.0.0.md: persona clerk@1.0.0 is refused: its body hash is not the one that was sealed; restore it, or save it as the next version\n',
  })
  writeFileSync(join(cwd, 'personas/bad@1.0.0.md'), 'no fence')
  expect(await personas(cwd, 'seal')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('bad@1.0.0.md:1:'),
  })
  expect(readFileSync(join(cwd, 'personas/personas.lock.json'))).toEqual(lock)
})

test('CLI-307 a seal that is under way is told, with what to do', async () => {
  const cwd = makeFolder({ ...good, 'personas/.personas.lock.json.pending': '' })
  expect(await personas(cwd, 'seal')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'cordon: .personas.lock.json.pending: another seal is under way; if none is, remove this file\n',
  })
})

test('CPE-010 the old key vouches for the lock that the new one signs', async () => {
  const cwd = makeFolder(good)
  await personas(cwd, 'keygen', '--out', 'old')
  await personas(cwd, 'keygen', '--out', 'new')
  await personas(cwd, 'seal', '--key', 'old/personas-seal.key.pem')
  const rotate = ['seal', '--key', 'new/personas-seal.key.pem']
  expect((await personas(cwd, ...rotate)).code).toBe(2)
  expect((await personas(cwd, ...rotate, '--public-key', 'old/personas-seal.pub.pem')).code).toBe(0)
  expect((await personas(cwd, 'verify', '--public-key', 'new/personas-seal.pub.pem')).code).toBe(0)
  expect((await personas(cwd, 'verify', '--public-key', 'old/personas-seal.pub.pem')).code).toBe(1)
})

test.each([
  ['clerk', 'cordon: handle "clerk" has no "@"; write id@version\n'],
  ['clerk@9.9.9', 'cordon: personas/clerk@9.9.9.md: no such file or directory; available: clerk@1.0.0\n'],
  [
    '../clerk@1.0.0',
    'cordon: handle "../clerk@1.0.0" has an id that is not kebab-case ASCII of at most 64 characters\n',
  ],
])('CPE-011 show %s says what is wrong', async (handle, stderr) => {
  expect(await personas(makeFolder(good), 'show', handle)).toEqual({ code: 2, stdout: '', stderr })
})

test('CPE-012 names of tools, traits, files and people make no lines of their own', async () => {
  const forged = 'allowed_tools: ["a\\nb"]\ntraits: ["c\\ntemperature  9"]\n'
  const cwd = makeFolder({ 'p\nq/clerk@1.0.0.md': personaText('1.0.0', 'A\n', forged) })
  const folder = ['--directory', 'p\nq']
  const shown = (await personas(cwd, 'show', 'clerk@1.0.0', ...folder)).stdout
  expect(shown).toContain(
    'allowed_tools   a<U+000A>b\ntraits          c<U+000A>temperature  9\ntemperature     -\n',
  )
  expect((await personas(cwd, 'list', 'p\nq')).stdout).toMatch(/ {2}unsealed {2}a<U\+000A>b\n$/)
  expect((await personas(cwd, 'new', 'other', ...folder)).stdout).toBe('p<U+000A>q/other@1.0.0.md\n')
  expect((await personas(cwd, 'diff', 'clerk@1.0.0', 'other@1.0.0', ...folder)).stdout).toContain(
    '\n-allowed_tools: a<U+000A>b\n-traits: c<U+000A>temperature  9\n',
  )
  expect((await personas(cwd, 'keygen', '--out', 'p\nq')).stdout.split('\n')).toHaveLength(3)
  expect((await personas(cwd, 'seal', 'p\nq', '--actor', 'x\nsigned')).stdout).toContain(
    ' by x<U+000A>signed; not',
  )
})

test('CPE-013 the directory may lie elsewhere', async () => {
  const cwd = makeFolder({ 'here/x': '', 'there/clerk@1.0.0.md': CLERK, 'bad/a@1.0.0.md': 'no fence' })
  const elsewhere = join(cwd, 'here')
  for (const folder of ['../there', join(cwd, 'there')]) {
    expect(await personas(elsewhere, 'check', folder)).toMatchObject({
      code: 0,
      stdout: '1 persona, no fault\n',
    })
    expect((await personas(elsewhere, 'list', folder)).code).toBe(0)
    expect((await personas(elsewhere, 'seal', folder)).code).toBe(0)
  }
  expect((await personas(elsewhere, 'check', '../bad')).stdout).toMatch(
    /^bad\/a@1\.0\.0\.md:1: found no opening fence/,
  )
  expect((await personas(elsewhere, 'list', 'none')).stderr).toBe(
    'cordon: none: the persona directory cannot be read (ENOENT); give the one that holds the files\n',
  )
})

test('CPE-035 list tells each fault on a line of its own', async () => {
  const cwd = makeFolder({ 'personas/README.md': '# Notes\n', 'personas/a@1.0.0.md': 'no fence' })
  expect(await personas(cwd, 'list')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'cordon: personas: 2 faults\n' +
      '  personas/README.md:1: found a file not named id@version.md and without frontmatter; move it elsewhere\n' +
      '  personas/a@1.0.0.md:1: found no opening fence; write --- alone on line 1\n',
  })
})

test('CPE-036 an unsigned lock and a wrong key are named, and what to do', async () => {
  const cwd = makeFolder({ 'personas/clerk@1.0.0.md': CLERK })
  await personas(cwd, 'keygen', '--out', 'keys')
  const seal = async (key: string) => (await personas(cwd, 'seal', '--key', key)).stderr
  expect(await seal('keys/personas-seal.pub.pem')).toMatch(
    /^cordon: keys\/personas-seal\.pub\.pem: expected an Ed25519 private key as PEM/,
  )
  await personas(cwd, 'seal')
  expect(await seal('keys/personas-seal.key.pem')).toMatch(
    /^cordon: personas\/personas\.lock\.json: found no signature; to begin signing, .*remove the lock/,
  )
})

test('CPE-037 show reads what a registry would: no link outside, no pipe, and no more than a persona has', async () => {
  const cwd = makeFolder({ ...good, 'elsewhere.md': CLERK, 'personas/c@1.0.0.md': 'x'.repeat(1_000_000) })
  symlinkSync(join(cwd, 'elsewhere.md'), join(cwd, 'personas/a@1.0.0.md'))
  spawnSync('sh', ['-c', 'mkfifo personas/b@1.0.0.md'], { cwd })
  const errors: string[] = []
  for (const handle of ['a@1.0.0', 'b@1.0.0', 'c@1.0.0']) {
    const { code, stdout, stderr } = await personas(cwd, 'show', handle)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    errors.push(stderr.split(';')[0] ?? '')
  }
  expect(errors).toEqual([
    'cordon: personas/a@1.0.0.md: found a link that leads outside the directory',
    'cordon: personas/b@1.0.0.md: found something that is not a file',
    expect.stringContaining('c@1.0.0.md: found '),
  ])
})

test('CPE-038 a key pair is made whole or not at all', async () => {
  const cwd = makeFolder({ 'personas-seal.pub.pem': 'old' })
  const { code, stderr } = await personas(cwd, 'keygen')
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'cordon: personas-seal.pub.pem: is there already\n' })
  expect(readdirSync(cwd)).toEqual(['personas-seal.pub.pem'])
})
