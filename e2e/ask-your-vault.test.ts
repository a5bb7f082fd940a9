import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TokenScope } from '#shared/auth/access-token.ts'
import { asking, type ToolAnswer } from '#testing/mcp.ts'
import { copyEmptyDatabase } from './data.ts'
import { type RunningServer, startServer, temporaryFolder } from './server.ts'

const folder = temporaryFolder()
const program = join(import.meta.dirname, '../clients/command-line/lanyard.mjs')
const page = readFileSync(join(import.meta.dirname, '../docs/ask-your-vault.md'), 'utf8')
const number = 'TX-RN-9934217'
let server: RunningServer
let cookie: string
let home: string
let token: string

async function asAnn<T = { id: string; token: string }>(
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    ...{ method, headers: { cookie, origin: server.url, 'Content-Type': 'application/json' } },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T)
}

/** The folder of a computer on which `lanyard login` stored a token. */
function signedIn(name: string, secret: string, url = server.url): string {
  const place = join(folder.path, name)
  mkdirSync(join(place, 'lanyard'), { recursive: true })
  writeFileSync(join(place, 'lanyard', 'config.json'), JSON.stringify({ url, token: secret }), {
    mode: 0o600,
  })
  return place
}
const newToken = (scopes: TokenScope[]) =>
  asAnn('POST', '/api/users/me/tokens', { name: 'Assistant', scopes })

beforeAll(async () => {
  await copyEmptyDatabase(join(folder.path, 'data'))
  server = await startServer(join(folder.path, 'data'))
  const registration = { email: 'ann@nurses.example', password: 'violet tractor moon 41', name: 'Ann' }
  const answer = await fetch(`${server.url}/api/auth/sign-up/email`, {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
    body: JSON.stringify(registration),
  })
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  token = (await newToken(['read', 'write'])).token
  home = signedIn('home', token)
  const license = await asAnn('POST', '/api/credentials', {
    ...{ kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2099-03-31', multistate: false },
  })
  await asAnn('POST', '/api/ceu-cycles', {
    ...{ state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2099-03-31', requiredHours: 20 },
    licenseId: license.id,
  })
})

afterAll(async () => {
  await server?.kill()
  folder.remove()
})

const environment = (place: string) => ({ PATH: process.env.PATH ?? '', HOME: place, XDG_CONFIG_HOME: place })

/** An assistant that starts `lanyard mcp`, as the protocol's own client. */
async function withAssistant<T>(
  work: (ask: (name: string, given?: Record<string, unknown>) => Promise<ToolAnswer>) => Promise<T>,
  { place = home, modern = false }: { place?: string; modern?: boolean } = {},
): Promise<T> {
  const mode = modern ? 'auto' : 'legacy'
  const client = new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode } })
  const started = { command: process.execPath, args: [program, 'mcp'], env: environment(place) }
  await client.connect(new StdioClientTransport(started))
  try {
    return await work(asking(client))
  } finally {
    await client.close()
  }
}

/** Runs `lanyard mcp` with these lines as its input. */
async function bridge(lines: string, place = home) {
  const child = spawn(process.execPath, [program, 'mcp'], { env: environment(place) })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (part) => (printed.out += part))
  child.stderr.on('data', (part) => (printed.err += part))
  child.stdin.end(lines)
  const [code] = (await once(child, 'close')) as [number]
  const answers = printed.out.split('\n').filter(Boolean)
  return { code, ...printed, answers: answers.map((line) => JSON.parse(line) as Record<string, unknown>) }
}
const message = (id: number | string, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

describe('lanyard mcp', () => {
  it.for([false, true])('answers an assistant (protocol of 2026: %s)', async (modern) => {
    await withAssistant(
      async (ask) => {
        expect(await ask('am_i_clear_to_work')).toMatchObject({ isError: false, data: { answer: 'yes' } })
        const due = await ask('where_may_i_work', { state: 'TX', date: '2026-12-01' })
        expect(due.data).toMatchObject({ items: [{ state: 'TX', may: 'yes' }] })
        expect(JSON.stringify(due)).not.toContain('9934217')
      },
      { modern },
    )
  })

  it('answers each line, in JSON-RPC also where it fails, and ends with its input', async () => {
    const { code, answers, err } = await bridge(
      [
        message(1, 'tools/list'),
        'no JSON\n',
        '[]\n',
        '\n',
        message('two', 'no/such/method'),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
      ].join(''),
    )
    expect([code, err]).toEqual([0, ''])
    expect(answers).toHaveLength(4)
    expect(answers).toContainEqual(expect.objectContaining({ id: 1, result: expect.any(Object) }))
    expect(answers).toContainEqual(
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32700 }) }),
    )
    expect(answers).toContainEqual(
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
    )
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 'two', error: expect.objectContaining({ code: -32601 }) }),
    )
  })

  it('says as JSON-RPC that the token has ended or the server is away, and never prints the token', async () => {
    const { id, token: ended } = await newToken(['read'])
    await asAnn('DELETE', `/api/users/me/tokens/${id}`)
    const { token: other } = await newToken(['write'])
    const places: [string, string, string, RegExp][] = [
      ['ended', ended, server.url, /invalid or has expired/],
      ['other', other, server.url, /scope/],
      ['away', token, 'http://localhost:1', /localhost:1 cannot be reached/],
    ]
    for (const [name, secret, url, said] of places) {
      const { code, out, err, answers } = await bridge(message(7, 'tools/list'), signedIn(name, secret, url))
      expect(code, name).toBe(0)
      expect(answers, name).toMatchObject([
        { id: 7, error: { code: -32603, message: expect.stringMatching(said) } },
      ])
      expect(out + err).not.toContain(secret.slice(8))
    }
  })

  it('does not start without a stored token, or with another address', async () => {
    expect(await bridge('', join(folder.path, 'nobody'))).toMatchObject({ code: 3, out: '' })
    const child = spawn(process.execPath, [program, 'mcp', '--url', 'https://elsewhere.example'], {
      env: environment(home),
    })
    expect((await once(child, 'close'))[0]).toBe(3)
  })
})

/** The questions of docs/ask-your-vault.md: the name of the tool, and its arguments as JSON. */
const examples = [...page.matchAll(/^ {4}(\w+) (\{.*\})$/gm)].map(
  ([, name = '', given = '']) => [name, JSON.parse(given)] as [string, Record<string, unknown>],
)

describe('the examples of the documentation', () => {
  it('are three, and each is answered', async () => {
    expect(examples.map(([name]) => name)).toEqual(['am_i_clear_to_work', 'where_may_i_work', 'draft_course'])
    await withAssistant(async (ask) => {
      for (const [name, given] of examples) {
        const { isError, text } = await ask(name, given)
        expect(isError, text).toBe(false)
        expect(text, name).not.toBe('')
      }
    })
  })
})
