import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { rememberNetwork } from '#server/http/client-network.ts'
import { translateIn } from '#server/i18n/translations.ts'
import { createLimits, defaultRateLimits, type LimitName } from '#server/rate-limits/store.ts'
import type { Activity } from '#shared/activity/activity.ts'
import { activityText } from '#shared/activity/activity-text.ts'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { createAuth } from './auth.ts'
import { responseTimePadding } from './response-time.ts'

let services: TestServices
let front: Hono
beforeAll(async () => {
  services = await openTestServices({
    rateLimits: defaultRateLimits,
  })
  front = new Hono()
  front.use('*', rememberNetwork(services.config, services.log))
  front.all('*', (c) => services.app.fetch(c.req.raw, c.env))
})
afterAll(() => services.close())
afterEach(async () => {
  vi.useRealTimers()
  await services.database.clear()
  services.outbox().length = 0
})

let last = 0
/** A browser on an unused network, unless one is given. */
function at(address = `198.51.${Math.floor(++last / 250)}.${last % 250}`): Browser {
  return openBrowser(front, services.config.publicUrl, address)
}

const signIn = (browser: Browser, email: string, password = 'not the password', more: object = {}) =>
  browser.json('POST', '/api/auth/sign-in/email', { email, password, ...more })

/** Uses unknown addresses, so that the limit of an account never applies before the limit of the network. */
let strangers = 0
const nobody = () => `nobody${++strangers}@nurses.example`

async function statuses(count: number, send: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let i = 0; i < count; i += 1) seen.push((await send()).status)
  return seen
}

/** Uses up this many attempts of a key. */
async function used(name: LimitName, key: string, tries: number): Promise<void> {
  for (let i = 0; i < tries; i += 1) await services.limits.consume(name, key)
}

async function activityOf(owner: Browser): Promise<Activity[]> {
  const answer = await owner.fetch('/api/users/me/activity?limit=200')
  return ((await answer.json()) as { items: Activity[] }).items
}

/** The sentences about reached limits in the owner's activity log. */
async function refusals(owner: Browser): Promise<string[]> {
  const items = await activityOf(owner)
  return items
    .filter(({ action }) => action === 'security_rate_limit_exceeded')
    .map((item) => activityText(item, translateIn('en')))
    .toSorted()
}

const ten = (status: number) => Array<number>(10).fill(status)

describe('sign-in attempts are limited', () => {
  test('to ten for one account from one network, known or not', async () => {
    const ann = await services.nurse('ann')
    for (const email of [ann.email, nobody()]) {
      expect(await statuses(12, () => signIn(at('203.0.113.8'), email))).toEqual([...ten(401), 429, 429])
      expect((await signIn(at(), email)).status).toBe(401)
    }
  })

  test('together for every spelling of one address', async () => {
    const ann = await services.nurse('ann')
    await statuses(10, () => signIn(at('203.0.113.8'), ann.email))
    expect((await signIn(at('203.0.113.8'), ' ANN@Nurses.example ')).status).toBe(429)
  })

  test('to a hundred for one account from all networks', async () => {
    await used('signInAnywhere', 'ann@nurses.example', 99)
    expect(await statuses(2, () => signIn(at(), 'ann@nurses.example'))).toEqual([401, 429])
  })

  test('to three hundred for one network, whichever account they try', async () => {
    await used('signInNetwork', '203.0.113.9', 299)
    expect(await statuses(2, () => signIn(at('203.0.113.9'), nobody()))).toEqual([401, 429])
    expect((await signIn(at('203.0.113.10'), nobody())).status).toBe(401)
  })

  test('and ten wrong passwords of one nurse do not affect the rest of the hospital', async () => {
    await services.nurse('ann')
    const bea = await services.nurse('bea')
    await statuses(11, () => signIn(at('203.0.113.9'), 'ann@nurses.example'))
    expect((await signIn(at('203.0.113.9'), bea.email, testPassword)).status).toBe(200)
  })

  test('to ten for one account from one IPv6 /64', async () => {
    let host = 0
    const next = () => signIn(at(`2001:db8:7:7::${(++host).toString(16)}`), 'ann@nurses.example')
    expect(await statuses(11, next)).toEqual([...ten(401), 429])
    expect((await signIn(at('2001:db8:7:8::1'), 'ann@nurses.example')).status).toBe(401)
  })

  test('by the socket’s address, whatever X-Forwarded-For claims', async () => {
    let claimed = 0
    const next = () =>
      at('203.0.113.77').json(
        'POST',
        '/api/auth/sign-in/email',
        { email: 'ann@nurses.example', password: 'x' },
        { 'X-Forwarded-For': `192.0.2.${++claimed}` },
      )
    expect(await statuses(11, next)).toEqual([...ten(401), 429])
  })

  test('before anything else is checked', async () => {
    const send = (body: string) =>
      at('203.0.113.78').fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
    await used('signInNetwork', '203.0.113.78', 300)
    expect((await send('{')).status).toBe(429)
  })

  test('and the response says how long to wait', async () => {
    await statuses(10, () => signIn(at('203.0.113.8'), 'ann@nurses.example'))
    const refused = await signIn(at('203.0.113.8'), 'ann@nurses.example')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Content-Type')).toContain('application/problem+json')
    const wait = Number(refused.headers.get('Retry-After'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests', retryAfter: wait })
  })

  test('and one a minute is allowed after that', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const next = () => signIn(at('203.0.113.8'), 'ann@nurses.example')
    await statuses(12, next)
    vi.setSystemTime(Date.now() + 61_000)
    expect(await statuses(2, next)).toEqual([401, 429])
  })

  test('by one count for all processes, exact under concurrency', async () => {
    const limits = createLimits({ database: services.database })
    const twin = createAuth({ ...services, limits })
    const other = new Hono()
    other.use('*', rememberNetwork(services.config, services.log))
    const twinApp = createApp({ ...services, limits, auth: twin })
    other.all('*', (c) => twinApp.fetch(c.req.raw, c.env))
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        signIn(
          i % 2 ? at('203.0.113.8') : openBrowser(other, services.config.publicUrl, '203.0.113.8'),
          'ann@nurses.example',
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
  })

  test('and the right password resets the tries', async () => {
    const ann = await services.nurse('ann')
    const ward = '203.0.113.8'
    await statuses(9, () => signIn(at(ward), ann.email))
    expect((await signIn(at(ward), ann.email, testPassword)).status).toBe(200)
    expect(await statuses(10, () => signIn(at(ward), ann.email))).toEqual(ten(401))
  })

  test('but a whole hospital can sign in from one address', async () => {
    for (let i = 0; i < 12; i += 1) await services.nurse(`nurse${String.fromCharCode(97 + i)}`)
    for (let i = 0; i < 12; i += 1) {
      const email = `nurse${String.fromCharCode(97 + i)}@nurses.example`
      expect((await signIn(at('203.0.113.40'), email, testPassword)).status).toBe(200)
    }
  })

  test('but nobody can lock a nurse out of a browser that they used before', async () => {
    const ann = await services.nurse('ann')
    const own = at('203.0.113.50')
    expect((await signIn(own, ann.email, testPassword)).status).toBe(200)
    await own.json('POST', '/api/auth/sign-out')
    await used('signInAnywhere', ann.email, 100)
    await used('signInNetwork', '203.0.113.50', 300)
    expect((await signIn(at(), ann.email, testPassword)).status).toBe(429)
    expect((await signIn(own, ann.email, testPassword)).status).toBe(200)
    expect(await statuses(11, () => signIn(own, ann.email))).toEqual([...ten(401), 429])
  })

  test('and the device cookie of one account does not count for another, nor does a forged one', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const own = at()
    await signIn(own, ann.email, testPassword)
    await used('signInAnywhere', bea.email, 100)
    expect((await signIn(own, bea.email, testPassword)).status).toBe(429)
    const forger = at()
    const mark = own.cookies.get('lanyard.device') ?? ''
    expect(mark).toMatch(/^[\w-]{22}(\.[\w-]{24}){2}$/)
    await used('signInAnywhere', ann.email, 100)
    for (const made of [
      mark.replace(/^./, (first) => (first === 'x' ? 'y' : 'x')),
      mark.slice(0, -3),
      `${mark.slice(0, 47)}.${'A'.repeat(24)}`,
    ]) {
      forger.cookies.set('lanyard.device', made)
      expect((await signIn(forger, ann.email)).status).toBe(429)
    }
  })

  test('and a shared computer has a device cookie for each of its users', async () => {
    const ann = await services.nurse('ann')
    const bea = await services.nurse('bea')
    const ward = at()
    await signIn(ward, ann.email, testPassword)
    await signIn(ward, bea.email, testPassword)
    await used('signInAnywhere', ann.email, 100)
    expect((await signIn(at(), ann.email, testPassword)).status).toBe(429)
    expect((await signIn(ward, ann.email, testPassword)).status).toBe(200)
  })

  test('and the owner’s activity log has each reached limit once in ten minutes, however many are refused', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const ann = await services.nurse('ann')
    const reset = () => at().json('POST', '/api/auth/request-password-reset', { email: ann.email })
    const reach = async () => {
      await statuses(16, () => signIn(at('203.0.113.8'), ann.email))
      expect((await statuses(5, reset)).at(-1)).toBe(429)
    }
    await reach()
    expect(await refusals(ann)).toEqual([
      'Too many emails to your address were requested: some were refused',
      'Too many sign-in attempts: some were refused',
    ])
    const items = await activityOf(ann)
    expect(items.filter(({ action }) => action === 'auth_login_failed')).toHaveLength(10)
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await reach()
    expect(await refusals(ann)).toHaveLength(4)
  })

  test('and the responses do not reveal whether an address has an account', {
    timeout: 600_000,
  }, async () => {
    const ann = await services.nurse('ann')
    const emails = { known: ann.email, unknown: nobody() }
    for (const email of Object.values(emails)) await used('signInAnywhere', email, 100)
    const pairs = process.env.EVERYTHING ? 1000 : 150
    const times: { kind: string; ms: number }[] = []
    const seen = { known: new Set<string>(), unknown: new Set<string>() }
    for (let i = 0; i < pairs * 2; i += 1) {
      // Alternates the kinds; each comes first equally often.
      const kind = (i + Math.floor(i / 2)) % 2 ? 'known' : 'unknown'
      const began = performance.now()
      const answer = await signIn(at(`198.18.${i % 250}.${Math.floor(i / 250)}`), emails[kind])
      times.push({ kind, ms: performance.now() - began })
      const { retryAfter: _, ...body } = (await answer.json()) as Record<string, unknown>
      delete body.requestId
      seen[kind].add(`${answer.status} ${JSON.stringify(body)}`)
    }
    expect(seen.known.size).toBe(1)
    expect(seen.known).toEqual(seen.unknown)
    const [middle = 0] = times
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
      .slice(pairs)
    const right = times.filter(({ kind, ms }) => (kind === 'known') === ms >= middle).length / times.length
    const toldApart = Math.max(right, 1 - right)
    if (process.env.EVERYTHING)
      process.stdout.write(`${pairs} pairs, ${(toldApart * 100).toFixed(1)} % told apart\n`)
    // With 150 pairs, chance alone gives 56 % once in twenty runs; with a thousand, 52 %.
    expect(toldApart).toBeLessThan(process.env.EVERYTHING ? 0.55 : 0.62)
  })
})

test('a refusal that is written to an owner’s activity log takes as long as one without an owner', async () => {
  const rateLimits = { ...defaultRateLimits, signInAnywhere: { tries: 1, seconds: 3600 } }
  const padded = await openTestServices({ rateLimits, responseTimePadding })
  const ann = await padded.nurse('ann')
  for (const email of [ann.email, nobody()]) {
    await padded.limits.consume('signInAnywhere', email)
    const began = performance.now()
    expect((await signIn(padded.stranger(), email)).status).toBe(429)
    expect(performance.now() - began).toBeGreaterThanOrEqual(responseTimePadding.signIn)
  }
  expect(await refusals(ann)).toEqual(['Too many sign-in attempts: some were refused'])
  await padded.close()
})

describe('mails are limited', () => {
  test('to three an hour for one address, with the same responses for an unknown one', async () => {
    const ann = await services.nurse('ann')
    await services.database.pool.query('delete from limit_counters')
    services.outbox().length = 0
    for (const email of [ann.email, nobody()]) {
      const ask = () => at().json('POST', '/api/auth/request-password-reset', { email })
      expect(await statuses(5, ask)).toEqual([200, 200, 200, 429, 429])
    }
    expect(services.outbox()).toHaveLength(3)
  })

  test('to thirty an hour from one network', async () => {
    const ask = () => at('203.0.113.60').json('POST', '/api/auth/request-password-reset', { email: nobody() })
    const seen = await statuses(31, ask)
    expect(seen.filter((status) => status === 200)).toHaveLength(30)
    expect(seen.at(-1)).toBe(429)
  })
})

describe('accounts are limited', () => {
  test('to twenty an hour from one network', async () => {
    const register = () =>
      at('203.0.113.70').json('POST', '/api/auth/sign-up/email', {
        email: nobody(),
        password: testPassword,
        name: 'Nobody',
      })
    const seen = await statuses(21, register)
    expect(seen).toEqual([...ten(200), ...ten(200), 429])
  })
})

describe('reauthentication is limited', () => {
  test('to ten tries with a stolen session', async () => {
    const ann = await services.nurse('ann')
    const body = { currentPassword: 'not the password', newPassword: 'amber kettle glacier 7' }
    const seen = await statuses(11, () => ann.json('POST', '/api/auth/change-password', body))
    expect(seen).toEqual([...ten(400), 429])
    expect((await ann.json('DELETE', '/api/users/me', { password: 'not the password' })).status).toBe(429)
    const items = await activityOf(ann)
    expect(items.filter(({ action }) => action === 'auth_password_refused')).toHaveLength(10)
    expect(await refusals(ann)).toEqual([
      'Too many requests at once: some were refused',
      'Your current password was asked for too often: some attempts were refused',
    ])
  })
})
