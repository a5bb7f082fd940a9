import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenScope } from '#shared/auth/access-token.ts'
import { aPdf } from '#testing/documents.ts'
import { Lanyard, LanyardProblem } from '../clients/typescript/client.ts'
import { copyEmptyDatabase } from './data.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
const home = join(folder.path, 'home')
const config = join(home, 'lanyard', 'config.json')
/** Like in a package: only these files, without other packages next to them. */
const installed = join(folder.path, 'a package', 'clients')
let server: RunningServer
let cookie: string
let token: string
let license: string

const asAnn = async (method: string, path: string, body?: object) => {
  const headers = { cookie, origin: server.url, 'Content-Type': 'application/json' }
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string; token: string }
}
const newToken = async (scopes: TokenScope[]) =>
  (await asAnn('POST', '/api/users/me/tokens', { name: 'Script', scopes })).token

beforeAll(async () => {
  mkdirSync(home)
  cpSync(join(import.meta.dirname, '../clients'), installed, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
  await copyEmptyDatabase(join(folder.path, 'data'))
  server = await startServer(join(folder.path, 'data'))
  const registration = { email: 'ann@nurses.example', password: 'violet tractor moon 41', name: 'Ann' }
  const answer = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(registration),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  token = await newToken(['read', 'write'])
  const fields = { kind: 'license', type: 'RN', state: 'TX', number: 'RN-1', expiresAt: '2099-03-31' }
  license = (await asAnn('POST', '/api/credentials', { ...fields, title: 'Texas\u001b[31m RN' })).id
})

afterAll(async () => {
  await server?.kill()
  folder.remove()
})

/** Runs `lanyard` as a process; `input` is piped to it. */
async function lanyard(args: string[], input = '') {
  const { PATH } = process.env
  const child = spawn(process.execPath, [join(installed, 'command-line', 'lanyard.mjs'), ...args], {
    cwd: folder.path,
    env: { PATH, HOME: home, XDG_CONFIG_HOME: home },
  })
  const parts: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  child.stdout.on('data', (part: Buffer) => parts.stdout.push(part))
  child.stderr.on('data', (part: Buffer) => parts.stderr.push(part))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return {
    code,
    bytes: Buffer.concat(parts.stdout),
    out: String(Buffer.concat(parts.stdout)),
    err: String(Buffer.concat(parts.stderr)),
  }
}
const login = (secret = token) => lanyard(['login', '--url', server.url], `${secret}\n`)

describe('lanyard', () => {
  it('prints help for itself and for each command', async () => {
    const { code, out } = await lanyard(['--help'])
    expect(code).toBe(0)
    for (const name of ['login', 'logout', 'list', 'verdict', 'add-course', 'upload', 'export', 'mcp']) {
      expect(out).toContain(`  ${name} `)
      const one = await lanyard([name, '--help'])
      expect([one.code, one.out.split('\n')[0]], name).toEqual([
        0,
        expect.stringContaining(`Usage: lanyard ${name}`),
      ])
    }
    expect((await lanyard([])).code).toBe(2)
    expect(await lanyard(['fly'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command "fly"'),
    })
    expect(await lanyard(['list', '--wrong'])).toMatchObject({ code: 2 })
  })

  it('signs in with a token from standard input, never from its arguments', async () => {
    expect(await lanyard(['list'])).toMatchObject({ code: 3, err: expect.stringContaining('lanyard login') })
    for (const args of [[`--token=${token}`], ['--token', token], [token]])
      expect(await lanyard(['login', '--url', server.url, ...args]), args[0]).toMatchObject({ code: 2 })
    expect(await lanyard(['login', '--url', 'http://vault.example.org'], token)).toMatchObject({ code: 2 })
    expect(await login('lanyard_short')).toMatchObject({ code: 2 })
    const refused = await login(`lanyard_${'x'.repeat(43)}`)
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('is invalid or has expired') })
    expect(() => statSync(config)).toThrow()

    expect(await login()).toEqual(
      expect.objectContaining({ code: 0, out: `Signed in to ${server.url} as Ann.\n` }),
    )
    expect(statSync(config).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'lanyard')).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ url: server.url, token })
    expect(readdirSync(join(home, 'lanyard'))).toEqual(['config.json'])
  })

  it('refuses a token file that other users can read, and a different address', async () => {
    await login()
    chmodSync(config, 0o644)
    expect(await lanyard(['list'])).toMatchObject({ code: 1, err: expect.stringContaining('chmod 600') })
    chmodSync(config, 0o600)
    const elsewhere = await lanyard(['list', '--url', 'https://elsewhere.example'])
    expect(elsewhere).toMatchObject({ code: 3, err: expect.stringContaining('login --url') })
  })

  it('lists credentials as JSON and as a table whose layout no text in them can break', async () => {
    await login()
    const { out } = await lanyard(['list'])
    const [head, row] = out.split('\n')
    expect(head).toMatch(/^Title +Kind +State +Number +Expires +Status +ID$/)
    expect(row).toContain(`license  TX     RN-1    2099-03-31  active  ${license}`)
    expect(out).not.toContain('\u001b')
    const json = await lanyard(['list', '--json'])
    expect(JSON.parse(json.out)).toMatchObject([{ id: license, number: 'RN-1' }])
    expect((await lanyard(['list', 'files'])).out).toBe('There are no files.\n')
    expect(await lanyard(['list', 'cars'])).toMatchObject({ code: 2 })
  })

  it('prints the verdict, and the exit code says whether it is "yes"', async () => {
    await login()
    const { code, out } = await lanyard(['verdict'])
    expect([code, out]).toEqual([0, expect.stringMatching(/State +Clear +Until/)])
    const { verdict } = JSON.parse((await lanyard(['verdict', '--json'])).out) as { verdict: string }
    expect((await lanyard(['verdict', '--check'])).code).toBe(verdict === 'yes' ? 0 : 10)
  })

  it('adds a course to the only cycle that covers its date', async () => {
    await login()
    const course = ['--title', 'Ethics', '--provider', 'Gulf Coast', '--hours', '1.5', '--date', '2026-02-14']
    expect(await lanyard(['add-course', ...course])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No cycle'),
    })
    const cycle = await asAnn('POST', '/api/ceu-cycles', {
      ...{
        state: 'TX',
        cycleStart: '2025-04-01',
        cycleEnd: '2027-03-31',
        requiredHours: 20,
        licenseId: license,
      },
    })
    expect(await lanyard(['add-course', ...course])).toMatchObject({
      code: 0,
      out: 'Added Ethics (1.5 hours).\n',
    })
    const noDay = await lanyard(['add-course', ...course.slice(0, -1), '2026-02-30', '--cycle', cycle.id])
    expect(noDay).toMatchObject({ code: 2, err: expect.stringContaining('--date is a day') })
    const wrong = await lanyard(['add-course', ...course, '--hours', '900', '--cycle', cycle.id, '--json'])
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.err)).toMatchObject({ error: { code: 'invalid', errors: [{ path: 'hours' }] } })
    expect((await lanyard(['list', 'courses'])).out).toMatch(/2026-02-14 +Ethics +Gulf Coast +1.5/)
    expect(await lanyard(['add-course', '--title', 'Ethics'])).toMatchObject({
      code: 2,
      err: 'lanyard: --provider is missing.\n',
    })
  })

  it('adds a file to a credential', async () => {
    await login()
    const path = join(folder.path, 'my card.pdf')
    writeFileSync(path, aPdf())
    expect(await lanyard(['upload', path, '--credential', license])).toMatchObject({ code: 0 })
    const [file] = JSON.parse((await lanyard(['list', 'files', '--json'])).out) as { resourceId: string }[]
    expect(file).toMatchObject({ name: 'my card.pdf', resourceId: license })
    writeFileSync(path, 'no document')
    expect(await lanyard(['upload', path, '--credential', license])).toMatchObject({
      code: 1,
      err: expect.stringContaining('PDF, JPEG'),
    })
    const large = join(folder.path, 'large.pdf')
    writeFileSync(large, new Uint8Array(26 * 1024 * 1024))
    for (const [bad, reason] of [
      [join(folder.path, 'none.pdf'), 'There is no file'],
      [folder.path, 'is not a file'],
      [large, 'larger than 25 MB (26.0 MB)'],
    ] as const)
      expect(await lanyard(['upload', bad, '--credential', license])).toMatchObject({
        code: 1,
        err: expect.stringContaining(reason),
      })
    expect(await lanyard(['upload', path, '--credential', 'none'])).toMatchObject({ code: 1 })
  })

  it('adds a file to a credential that changes at the same time without losing other files', async () => {
    const upload = async (name: string) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(aPdf())]), name)
      return (await new Lanyard({ url: server.url, token }).call('POST /api/upload', { body })).id
    }
    const [own, other] = [await upload('own.pdf'), await upload('other.pdf')]
    let isChanged = false
    const client = new Lanyard({
      url: server.url,
      token,
      fetch: async (url, init) => {
        if (init.method === 'PATCH' && !isChanged) {
          isChanged = true
          const { fileIds } = await plain.call('GET /api/credentials/{id}', { params: { id: license } })
          const body = { fileIds: [...fileIds, other] }
          await plain.call('PATCH /api/credentials/{id}', { params: { id: license }, body })
        }
        return fetch(url, init)
      },
    })
    const plain = new Lanyard({ url: server.url, token })
    const path = String(new URL('../clients/command-line/attach-file.mjs', import.meta.url))
    const { attachFile } = (await import(path)) as {
      attachFile(client: Lanyard, id: string, fileId: string): Promise<{ fileIds: string[] }>
    }
    const { fileIds } = await attachFile(client, license, own)
    expect(isChanged).toBe(true)
    expect(fileIds).toEqual(expect.arrayContaining([own, other]))
  })

  it('saves the export, and overwrites a file only with --force', async () => {
    await login()
    const path = join(folder.path, 'backup.zip')
    expect(await lanyard(['export', path])).toMatchObject({ code: 0, out: expect.stringContaining('Saved') })
    const members = unzipSync(readFileSync(path))
    expect(String(Buffer.from(members['data/credentials.json'] ?? []))).toContain('RN-1')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await lanyard(['export', path])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    })
    expect(await lanyard(['export', path, '--force'])).toMatchObject({ code: 0 })
    expect(await lanyard(['export', join(folder.path, 'nowhere', 'x.zip')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no folder'),
    })
    const { bytes } = await lanyard(['export', '-'])
    expect(Object.keys(unzipSync(bytes))).toEqual(Object.keys(members))
    expect(readdirSync(folder.path).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('explains a missing scope, an unreachable server and a damaged settings file', async () => {
    await login(await newToken(['read']))
    const path = join(folder.path, 'card.pdf')
    writeFileSync(path, aPdf())
    expect(await lanyard(['upload', path, '--credential', license])).toMatchObject({
      code: 4,
      err: expect.stringContaining('scope'),
    })
    writeFileSync(config, JSON.stringify({ url: 'http://localhost:1', token }))
    expect(await lanyard(['verdict'])).toMatchObject({
      code: 5,
      err: expect.stringContaining('cannot be reached'),
    })
    writeFileSync(config, '{')
    expect(await lanyard(['verdict'])).toMatchObject({ code: 1, err: expect.stringContaining('damaged') })
    expect(await lanyard(['logout'])).toMatchObject({ code: 0 })
    expect(await lanyard(['verdict'])).toMatchObject({ code: 3 })
  })
})

describe('the generated client', () => {
  const open = (more: object = {}) => new Lanyard({ url: `${server.url}/`, token, ...more })

  it('reads and changes records with types', async () => {
    const client = open()
    const credential = await client.call('GET /api/credentials/{id}', { params: { id: license } })
    expect(credential.kind === 'license' && credential.state).toBe('TX')
    const changed = await client.call('PATCH /api/credentials/{id}', {
      params: { id: license },
      body: { notes: 'Seen' },
    })
    expect(changed.notes).toBe('Seen')
    const page = await client.call('GET /api/credentials', { query: { limit: 1, kind: 'license', q: null } })
    expect(page.items).toHaveLength(1)
    // @ts-expect-error: the path has a parameter
    await expect(client.call('GET /api/credentials/{id}')).rejects.toThrow()
    // @ts-expect-error: there is no such endpoint
    await expect(client.call('GET /api/nothing')).rejects.toThrow()
  })

  it('reads every page of a list', async () => {
    const client = open()
    for (const name of ['BLS', 'ACLS'])
      await client.call('POST /api/credentials', { body: { kind: 'certification', name, issuer: 'AHA' } })
    const titles: string[] = []
    for await (const each of client.items('GET /api/credentials', {
      query: { limit: 1, kind: 'certification' },
    }))
      titles.push(each.kind === 'certification' ? each.name : '')
    expect(titles.toSorted()).toEqual(['ACLS', 'BLS'])
  })

  it('throws the server’s error with each invalid field', async () => {
    const refusal = open().call('PATCH /api/credentials/{id}', {
      params: { id: license },
      body: { expiresAt: 'soon' },
    })
    const problem = await refusal.catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(LanyardProblem)
    expect(problem).toMatchObject({ status: 422, code: 'invalid', errors: [{ path: 'expiresAt' }] })
    expect(problem).toMatchObject({ requestId: expect.any(String), message: expect.any(String) })
  })

  it('waits as long as a 429 says, within its own limits', async () => {
    const waits: number[] = []
    let left = 2
    const limited = (retryAfter: string) => async (url: string, init: RequestInit) => {
      if (left-- <= 0) return fetch(url, init)
      const body = JSON.stringify({ code: 'too_many_requests', title: 'Too many', detail: 'Wait.' })
      return new Response(body, { status: 429, headers: { 'Retry-After': retryAfter } })
    }
    const wait = async (ms: number) => void waits.push(ms)
    const client = open({ fetch: limited('7'), wait })
    expect((await client.call('GET /api/users/me')).name).toBe('Ann')
    expect(waits).toEqual([7000, 7000])
    left = 1
    const hurried = open({ fetch: limited('121'), wait })
    await expect(hurried.call('GET /api/users/me')).rejects.toMatchObject({ status: 429, retryAfter: 121 })
    left = 9
    await expect(
      open({ fetch: limited('1'), wait, retries: 1 }).call('GET /api/users/me'),
    ).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })

  it('creates one record when the first response is lost', async () => {
    let isLost = true
    const losing = async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init)
      if (!isLost) return answer
      isLost = false
      throw new TypeError('fetch failed')
    }
    const client = open({ fetch: losing, wait: async () => {} })
    const body = { kind: 'certification', name: 'Once only', issuer: 'AHA' } as const
    await client.call('POST /api/credentials', { body })
    const page = await client.call('GET /api/credentials', { query: { q: 'Once only' } })
    expect(page.items).toHaveLength(1)
  })

  it('returns a binary response as a stream', async () => {
    const response = await open().call('GET /api/users/me/export')
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))).toContain('lanyard.json')
  })
})
