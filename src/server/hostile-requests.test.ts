import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import {
  type AnnsVault,
  canary,
  createAnnsVault,
  type OidcApp,
  openAppWithOidc,
  watchOwnerRows,
} from '#testing/actors.ts'
import { accessRules } from '#testing/actors-rows.ts'
import type { Browser } from '#testing/browser.ts'
import { findUndocumented, type Operation, readOperations, type Schema } from '#testing/open-api.ts'
import { type HostileRequest, hostileRequests } from '#testing/open-api-hostile.ts'
import { licenseNumber } from '#testing/share-links.ts'
import type { Nurse } from '#testing/test-services.ts'

// `EVERYTHING=1` sends all of them. To repeat a failure, set `HOSTILE_SEED` to the seed that it reports.
const total = process.env.EVERYTHING ? 20_000 : 2000
const seed = process.env.HOSTILE_SEED === undefined ? {} : { seed: Number(process.env.HOSTILE_SEED) }
const minutes = process.env.EVERYTHING ? 30 : 5
const PATIENCE_MS = 10_000

let appWithOidc: OidcApp
let vault: AnnsVault
let operations: Map<string, Operation>
/** Requests without the tokens that give access to Ann's records, and with them. */
let withoutTokens: fc.Arbitrary<HostileRequest>
let withTokens: fc.Arbitrary<HostileRequest>
beforeAll(async () => {
  appWithOidc = await openAppWithOidc()
  vault = await createAnnsVault(appWithOidc)
  const all = await readOperations(appWithOidc.services.app)
  operations = new Map(all.map((operation) => [operation.name, operation]))
  const led = await Promise.all(
    Object.entries(accessRules).map(async ([name, { of, ask }]) => {
      const request = of === 'record owner' || of === 'link holder' ? await ask(vault, vault.ann) : {}
      return [name, { of, params: request.params ?? {} }] as const
    }),
  )
  const known = new Map(led)
  const { live, dead, calendar, unsubscribe, sharedFile, services, provider, ann, bob, ...records } = vault
  withTokens = hostileRequests(
    all,
    [...Object.values(records), live, sharedFile],
    (name) => known.get(name)?.params ?? {},
  ).filter(keepsAccount)
  withoutTokens = hostileRequests(all, Object.values(records), (name) => {
    const found = known.get(name)
    return found?.of === 'record owner' ? found.params : {}
  }).filter(keepsAccount)
})
afterAll(() => appWithOidc.close())

/** With the shared test password these would delete the account or lock the test out of it. */
const endsAccess = new Set(['DELETE /api/users/me', 'POST /api/auth/change-password'])
const keepsAccount = ({ name, body }: HostileRequest) =>
  !endsAccess.has(name) || !String(body).includes(vault.ann.password)

async function inTime(answer: Promise<Response>, what: string): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} is not answered`)), PATIENCE_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

type Order = {
  requests: fc.Arbitrary<HostileRequest>
  /** Sent first, because chance rarely produces them. */
  examples?: [HostileRequest][]
  count: number
  secrets: string[]
  statuses: number[]
}

const validLicense: HostileRequest = {
  name: 'POST /api/credentials',
  method: 'POST',
  path: '/api/credentials',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ kind: 'license', type: 'RN', state: 'TX' }),
}

/** Each response arrives in time, matches the document, and contains none of `secrets` and no trace of our code. */
async function expectDocumented(
  who: Browser['fetch'],
  { requests, examples = [], count, secrets, statuses }: Order,
): Promise<void> {
  const seen = new Set<number>()
  const property = fc.asyncProperty(requests, async ({ name, method, path, headers, body }) => {
    const response = who(path, { method, headers, ...(body !== undefined && { body }) })
    const answer = await inTime(response, name)
    const text = await answer.clone().text()
    seen.add(answer.status)
    const operation = operations.get(name)
    if (!operation) throw new Error(`${name} is no operation`)
    expect(answer.status, `${name}: ${text.slice(0, 300)}`).toBeLessThan(500)
    expect(await findUndocumented(operation, answer), name).toEqual([])
    expect(text, name).not.toMatch(/node_modules|drizzle|insert into "|select "|\.ts:\d+:\d/)
    for (const secret of secrets) expect(text, name).not.toContain(secret)
  })
  await fc.assert(property, { ...seed, numRuns: count, examples })
  // Otherwise every request was refused at once and nothing was tested.
  expect([...seen]).toEqual(expect.arrayContaining(statuses))
}

/** The owner, signed in: a request may have ended the session. */
function lasting(nurse: Nurse): Browser['fetch'] {
  return async (path, init) => {
    const answer = await nurse.fetch(path, init)
    if (!path.startsWith('/api/auth/') || init?.method === 'GET') return answer
    const me = await nurse.fetch('/api/users/me')
    const { id } = me.status === 200 ? ((await me.json()) as { id: string }) : { id: null }
    if (id !== nurse.id) expect((await nurse.signIn()).status).toBe(200)
    return answer
  }
}

const secretsOf = ({ ann }: AnnsVault) => [canary, licenseNumber, ann.email, ann.id]

describe('arbitrary requests to every operation', () => {
  it(
    'cannot read or change the owner’s data, signed out or as another nurse',
    async () => {
      const { services, bob } = vault
      const rowsOfAnn = await watchOwnerRows(vault)
      const before = await rowsOfAnn()
      const order = { requests: withoutTokens, secrets: secretsOf(vault) }
      const signedOut: Browser['fetch'] = (path, init) => services.stranger().fetch(path, init)
      await expectDocumented(signedOut, { ...order, count: total * 0.1, statuses: [200, 401, 404] })
      await expectDocumented(lasting(bob), {
        ...order,
        count: total * 0.4,
        statuses: [200, 204, 400, 403, 404, 422],
      })
      expect(await rowsOfAnn()).toEqual(before)
    },
    minutes * 60_000,
  )

  it('with an extremely long id get the documented response', async () => {
    for (const operation of operations.values()) {
      const { name, method, path } = operation
      const long = path.replaceAll(/\{\w+\}/g, 'x'.repeat(101))
      if (long === path) continue
      const answer = await vault.ann.json(method, long, method === 'GET' ? undefined : {})
      expect(await findUndocumented(operation, answer), name).toEqual([])
    }
  })

  it(
    'with a text that no database stores are refused, and the field is named',
    async () => {
      let refused = 0
      const others: string[] = []
      for (const { name, method, path, body } of operations.values()) {
        const rule = accessRules[name]
        if (name.includes(' /api/auth/') || !rule || !['record owner', 'own account'].includes(rule.of))
          continue
        const names = propertiesOf(body['application/json']?.schema)
        const asked = names.length > 0 ? await rule.ask(vault, vault.ann) : {}
        const target = path.replaceAll(/\{(\w+)\}/g, (_all, key) => asked.params?.[key] ?? 'none')
        for (const key of names)
          for (const [value, place] of [
            ['a\u0000b', key],
            ['\ud800', key],
            [[{ need: 'a\udfff' }], `${key}.0.need`],
          ]) {
            const answer = await vault.ann.json(method, target, { ...Object(asked.body), [key]: value })
            const { errors = [] } = (await answer.json()) as ProblemBody
            const isNamed = answer.status === 422 && errors.some((each) => each.path === place)
            if (!isNamed) others.push(`${name} ${place}: ${answer.status}`)
            refused += 1
          }
      }
      expect(others).toEqual([])
      expect(refused).toBeGreaterThan(300)
    },
    minutes * 60_000,
  )

  it('in the owner’s own vault get the documented response', {
    tags: 'long',
    timeout: minutes * 60_000,
  }, async () => {
    await expectDocumented(lasting(vault.ann), {
      requests: withTokens,
      // A body that passes every check is rare by chance.
      examples: [[validLicense]],
      count: total * 0.4,
      secrets: [],
      statuses: [200, 201, 204, 400, 404, 422],
    })
  })
})

/** The names of all properties, of each alternative too. */
function propertiesOf(schema: Schema | undefined): string[] {
  if (typeof schema !== 'object') return []
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const names = [...Object.keys(schema.properties ?? {}), ...alternatives.flatMap(propertiesOf)]
  return [...new Set(names)]
}

/** Ways to break HTTP itself. */
const twists = {
  'as it should be': (lines: string[], body: Buffer) => [...lines, `Content-Length: ${body.length}`],
  'two lengths': (lines: string[], body: Buffer) => [
    ...lines,
    `Content-Length: ${body.length}`,
    'Content-Length: 1',
  ],
  'a length too long': (lines: string[], body: Buffer) => [...lines, `Content-Length: ${body.length + 9}`],
  'a length too short': (lines: string[], body: Buffer) => [...lines, `Content-Length: ${body.length >> 1}`],
  'no length': (lines: string[]) => lines,
  'a length that is none': (lines: string[]) => [...lines, 'Content-Length: -1'],
  'broken chunks': (lines: string[]) => [...lines, 'Transfer-Encoding: chunked'],
  'length and chunks': (lines: string[]) => [...lines, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
  'a header of 20 KB': (lines: string[], body: Buffer) => [
    ...lines,
    `X-Long: ${'x'.repeat(20_000)}`,
    `Content-Length: ${body.length}`,
  ],
  'every header twice': (lines: string[], body: Buffer) => [
    ...lines,
    ...lines,
    `Content-Length: ${body.length}`,
  ],
  'bytes in a header': (lines: string[], body: Buffer) => [
    ...lines,
    'User-Agent: \xff\xfe\x80',
    `Content-Length: ${body.length}`,
  ],
  'no host': (lines: string[], body: Buffer) => [
    ...lines.filter((line) => !line.startsWith('Host')),
    `Content-Length: ${body.length}`,
  ],
}
/** After these the server waits for more. */
const endless = ['a length too long', 'broken chunks', 'length and chunks']
const encodings: Record<string, (text: string) => Buffer> = {
  utf8: (text) => Buffer.from(text),
  utf16: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  latin1: (text) => Buffer.from(`${text}\xff\xe9`, 'latin1'),
  gzip: (text) => gzipSync(text),
  cut: (text) => Buffer.from(text).subarray(0, -1),
}

describe('over a real socket', () => {
  let server: Server
  let port: number
  /** Including responses to clients that disconnected: the app is closed after the last. */
  const answers: Promise<Response>[] = []
  beforeAll(async () => {
    const { app } = appWithOidc.services
    const fetch: typeof app.fetch = async (...asked) => {
      const answer = Promise.resolve(app.fetch(...asked))
      answers.push(answer)
      return answer
    }
    server = await new Promise<Server>((resolve) => {
      const opened = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(opened as Server))
    })
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await Promise.allSettled(answers)
  })

  /** Everything the server sends until it closes the connection; if it waits for more, the client closes it. */
  function talk(bytes: Buffer, isCut = false): Promise<string> {
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      const socket = connect(port, '127.0.0.1', () => (isCut ? socket.end(bytes) : socket.write(bytes)))
      socket.setTimeout(PATIENCE_MS, () => reject(new Error('It is not answered')))
      socket.on('data', (part) => parts.push(Buffer.from(part)))
      // A client that keeps sending after a refusal may be disconnected.
      socket.on('error', () => resolve(Buffer.concat(parts).toString('latin1')))
      socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
    })
  }

  it(
    'malformed HTTP is refused, and the server keeps running',
    async () => {
      const cookie = [...vault.bob.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const seen = new Set<number>()
      const property = fc.asyncProperty(
        withoutTokens,
        fc.constantFrom(...Object.keys(twists)),
        fc.constantFrom(...Object.keys(encodings)),
        async ({ method, path, headers, body = '' }, twist, encoding) => {
          const bytes = encodings[encoding]?.(body) ?? Buffer.alloc(0)
          const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
          const first = [`Host: 127.0.0.1:${port}`, 'Connection: close', `Cookie: ${cookie}`, ...more]
          const gzip = encoding === 'gzip' ? ['Content-Encoding: gzip'] : []
          const twisted = twists[twist as keyof typeof twists]([...first, ...gzip], bytes)
          const head = `${[`${method} ${path} HTTP/1.1`, ...twisted].join('\r\n')}\r\n\r\n`
          const isCut = endless.includes(twist)
          const answer = await talk(Buffer.concat([Buffer.from(head, 'latin1'), bytes]), isCut)
          const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? (isCut ? 400 : 599))
          seen.add(status)
          expect(status, answer.slice(0, 500)).toBeLessThan(500)
          for (const secret of secretsOf(vault)) expect(answer).not.toContain(secret)
        },
      )
      await fc.assert(property, { ...seed, numRuns: total * 0.1 })
      expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 431]))
      expect(
        await talk(Buffer.from('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')),
      ).toMatch(/^HTTP\/1\.1 200/)
    },
    minutes * 60_000,
  )
})
