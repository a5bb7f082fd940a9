import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Services } from '#server/services.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { toDataBlock } from './first-answers.ts'

const webDir = mkdtempSync(join(tmpdir(), 'lanyard-first-'))
const html = '<!doctype html><html><head></head><body></body></html>'
for (const name of ['index.html', 'app.html']) writeFileSync(join(webDir, name), html)
writeFileSync(join(webDir, 'preloads.json'), JSON.stringify({ '/credentials': ['/assets/list.js'] }))

let services: TestServices
let ann: Nurse
let ben: Nurse
let site: ReturnType<typeof createApp>
const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }

beforeAll(async () => {
  services = await openTestServices()
  site = createApp(services as unknown as Services, webDir)
  ann = await services.nurse('ann')
  ben = await services.nurse('ben')
  for (const [who, name] of [
    [ann, 'Card of Ann'],
    [ben, 'Card of Ben'],
  ] as const)
    await who.json('POST', '/api/credentials', { kind: 'certification', name, issuer: 'AHA' })
})
afterAll(async () => {
  await services.close()
  rmSync(webDir, { recursive: true })
})

const fromAddressBar = { 'sec-fetch-site': 'none', 'accept-encoding': 'br' }

const cookieOf = ({ cookies }: Nurse) => [...cookies].map((pair) => pair.join('=')).join('; ')

async function open(path: string, cookie: string | null, headers: Record<string, string> = fromAddressBar) {
  const answer = await site.request(path, { headers: { ...headers, ...(cookie ? { cookie } : {}) } }, env)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isPacked = answer.headers.get('content-encoding') === 'br'
  const text = (isPacked ? brotliDecompressSync(bytes) : bytes).toString()
  const [, json] = /<script type="application\/json" id="first-answers"[^>]*>(.*?)<\/script>/.exec(text) ?? []
  return { headers: answer.headers, text, answers: json === undefined ? null : JSON.parse(json) }
}

const list = '/api/credentials?sort=expiresAt&order=asc&limit=200'

describe('the page of an owner', () => {
  it('contains the session and the data of the first screen, for this owner only and never cached', async () => {
    for (const [nurse, name] of [
      [ann, 'Card of Ann'],
      [ben, 'Card of Ben'],
    ] as const) {
      const { headers, answers } = await open('/credentials', cookieOf(nurse))
      expect(answers['/api/auth/get-session'].user.email).toBe(nurse.email)
      expect(answers[list].items.map((item: { name: string }) => item.name)).toEqual([name])
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('contains everything that the dashboard shows in one answer', async () => {
    const { answers } = await open('/', cookieOf(ann))
    expect(Object.keys(answers).sort()).toEqual([
      ...['/api/auth/get-session', '/api/bell?limit=20', '/api/home', '/api/reminders/summary'],
    ])
    expect(answers['/api/home']).toMatchObject({
      credentials: { total: 1 },
      verdict: { verdict: 'no_license' },
    })
  })

  it('preloads the files of the screen', async () => {
    expect((await open('/credentials', cookieOf(ann))).text).toContain(
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/list.js"></head>',
    )
  })

  it.each(['cross-site', 'same-site'])('contains no data after a link on another site: %s', async (site) => {
    const { answers } = await open('/credentials', cookieOf(ann), {
      ...fromAddressBar,
      'sec-fetch-site': site,
    })
    expect(answers).toBeNull()
  })

  it('contains only an empty session for a forged cookie and for a stranger', async () => {
    const wrong = cookieOf(ann).replace(/(lanyard\.session[^=]*)=[^;]{10}/, '$1=aaaaaaaaaa')
    expect((await open('/credentials', wrong)).answers).toEqual({ '/api/auth/get-session': null })
    expect((await open('/credentials', null)).answers).toEqual({ '/api/auth/get-session': null })
  })

  it('contains no data of another owner’s credential', async () => {
    const { items } = (await (await ben.fetch('/api/credentials')).json()) as { items: { id: string }[] }
    const path = `/credentials/${items[0]?.id}`
    expect((await open(path, cookieOf(ann))).text).not.toContain('Card of Ben')
    expect((await open(path, cookieOf(ben))).text).toContain('Card of Ben')
  })
})

describe('the page of a share link', () => {
  let token: string
  let address: string
  beforeAll(async () => {
    const { items } = (await (await ann.fetch('/api/credentials')).json()) as { items: { id: string }[] }
    token = await createLink({ resourceId: items[0]?.id })
    address = `/api/share/${token}/cover`
  })

  async function createLink(input: object): Promise<string> {
    const answer = await ann.json('POST', '/api/share', { resourceType: 'certification', ...input })
    return ((await answer.json()) as { token: string }).token
  }

  it('contains its summary, as the API has it, for a visitor and for any owner', async () => {
    const summary = await (await site.request(address, {}, env)).json()
    expect(summary).toMatchObject({ ownerName: expect.any(String), needsPasscode: false, isOpened: false })
    for (const cookie of [null, cookieOf(ann), cookieOf(ben)]) {
      const { answers, headers } = await open(`/share/${token}`, cookie)
      expect(answers[address]).toEqual(summary)
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it.each(['.', ')', '>', "'", '%22', ',', '%20', '%E2%80%8B', '%C2%A0', '_', ').', '/', '%'])(
    'opens with %s behind it, as mail programs and messengers send it',
    async (ending) => {
      const { answers } = await open(`/share/${token}${ending}`, null)
      expect(answers[address]).toMatchObject({ needsPasscode: false })
    },
  )

  it('names nobody when a passcode is needed', async () => {
    const { items } = (await (await ann.fetch('/api/credentials')).json()) as { items: { id: string }[] }
    const locked = await createLink({ resourceId: items[0]?.id, passcode: 'kestrel-42' })
    const { answers } = await open(`/share/${locked}`, null)
    expect(answers[`/api/share/${locked}/cover`]).toMatchObject({ needsPasscode: true, ownerName: null })
  })

  it.each([
    ['a link scanner', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    ['a browser that prefetches', { 'sec-purpose': 'prefetch' }],
    ['a link on another site', { 'sec-fetch-site': 'cross-site' }],
  ])('contains no summary for %s', async (_, headers) => {
    const { answers } = await open(`/share/${token}`, null, { ...fromAddressBar, ...headers })
    expect(answers).toEqual({ '/api/auth/get-session': null })
  })

  it('contains nothing of an unknown link', async () => {
    const { answers } = await open(`/share/${'A'.repeat(43)}`, null)
    expect(answers).toEqual({ '/api/auth/get-session': null })
  })
})

it('a data block cannot end early', () => {
  expect(toDataBlock({ '/api/x': '</script><script>' })).not.toMatch(/<\/script><script>/)
})
