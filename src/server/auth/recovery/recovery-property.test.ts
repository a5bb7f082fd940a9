import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRateLimits, type RateLimits } from '#server/rate-limits/store.ts'
import { isSignedIn } from '#testing/auth-requests.ts'
import { loopbackOutboundHttp } from '#testing/outbound-server.ts'
import {
  actionNames,
  advanceClock,
  type Claimant,
  createClaimant,
  followUndoLink,
  listRemainingAccess,
  mailedLinks,
  type RecoveryStep,
  takeStep,
  undoModes,
} from '#testing/recovery-actors.ts'
import { openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { mailedCode, registerConfirmedNurse } from '#testing/thief.ts'

const SECONDS = 600
const RUNS = 300
const home = 'ann@nurses.example'
const finalPassword = 'the owner has it back 7'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({
    env: { SMTP_URL: 'smtp://localhost:2525' },
    outboundHttp: loopbackOutboundHttp(),
    rateLimits: Object.fromEntries(
      Object.keys(defaultRateLimits).map((name) => [name, { tries: 1_000_000, seconds: 3600 }]),
    ) as RateLimits,
  })
})
afterAll(() => services.close())

const signIn = { act: 'signIn', pick: 0 }
const pick = fc.nat({ max: 5 })
const thiefStep = fc.record({
  who: fc.constant('thief' as const),
  act: fc.constantFrom(...actionNames),
  pick,
})
/** An owner who may or may not notice the thief, and creates nothing that a recovery would remove. */
const ownersActs = ['signIn', 'openLink', 'openUndo', 'askReset', 'askLink', 'changePassword', 'endSessions']
const ownerStep = fc.record({ who: fc.constant('owner' as const), act: fc.constantFrom(...ownersActs), pick })
/** Moving the address takes two steps in a row, which rarely happens at random. */
const move = fc.record({ pick }).map(({ pick: to }): RecoveryStep[] => [
  { who: 'thief', ...signIn },
  { who: 'thief', act: 'askMove', pick: to },
  { who: 'thief', act: 'openLink', pick: 0 },
  { who: 'thief', ...signIn },
])
const single = fc
  .oneof({ weight: 3, arbitrary: thiefStep }, { weight: 2, arbitrary: ownerStep })
  .map((step) => [step])
const story = fc
  .array(fc.oneof({ weight: 4, arbitrary: single }, { weight: 1, arbitrary: move }), { maxLength: 9 })
  .map((parts): RecoveryStep[] => [{ who: 'thief', ...signIn }, ...parts.flat()])

/** The owner opens every undo link of the mailbox, in this order, and at least one still works. */
async function undoAll(owner: Claimant, order: number[]): Promise<boolean> {
  const links = mailedLinks(services, owner, undoModes)
  const shuffled = links.toSorted((a, b) => (order[links.indexOf(a)] ?? 0) - (order[links.indexOf(b)] ?? 0))
  const statuses: number[] = []
  for (const link of shuffled) {
    advanceClock(services, 60_000)
    statuses.push(await followUndoLink(services, link, finalPassword))
  }
  return statuses.includes(200)
}

/** Without an undo link the address is still the owner's: they set a new password and clean up by hand. */
async function cleanUp(owner: Claimant): Promise<void> {
  const json = (method: string, path: string, body?: object) => owner.browser.json(method, path, body)
  await json('POST', '/api/auth/request-password-reset', { email: home })
  const token = mailedCode(services, home, 'reset_password')
  await json('POST', '/api/auth/reset-password', { token, newPassword: finalPassword })
  expect(
    (await json('POST', '/api/auth/sign-in/email', { email: home, password: finalPassword })).status,
  ).toBe(200)
  const list = async (path: string) => (await owner.browser.fetch(path)).json()
  const methods = (await list('/api/users/me/sign-in-methods')) as { passkeys: { id: string }[] }
  for (const { id } of methods.passkeys) await json('DELETE', `/api/users/me/sign-in-methods/passkeys/${id}`)
  const shares = (await list('/api/share?limit=100')) as { items: { id: string }[] }
  for (const { id } of shares.items) await json('DELETE', `/api/share/${id}`)
  const push = (await list('/api/reminders/push')) as { devices: { id: string }[] }
  for (const { id } of push.devices) await json('DELETE', `/api/reminders/push/${id}`)
  await json('DELETE', '/api/reminders/calendar')
  await json('DELETE', '/api/reminders/webhook')
}

/** `listRemainingAccess` uses up the links by trying them, so it must come last. */
async function tell(steps: RecoveryStep[], order: number[]): Promise<string> {
  await services.database.clear()
  services.outbox().length = 0
  const ann = await registerConfirmedNurse(services, 'Ann')
  const owner = createClaimant(services, ann.id, [home])
  const thief = createClaimant(services, ann.id, ['eve@evil.example', 'mallory@evil.example'])
  for (const claimant of [owner, thief]) claimant.passwords.push(testPassword)
  for (const step of steps) await takeStep(services, step.who === 'thief' ? thief : owner, step)

  const how = (await undoAll(owner, order)) ? 'undone' : 'by hand'
  if (how === 'by hand') await cleanUp(owner)
  const open = await listRemainingAccess(services, thief, [home, ...thief.mailboxes])
  expect(open).toEqual([])
  const browser = services.stranger()
  const body = { email: home, password: finalPassword }
  expect((await browser.json('POST', '/api/auth/sign-in/email', body)).status).toBe(200)
  expect(await isSignedIn(browser)).toBe(true)
  for (const table of ['webhooks', 'push_subscriptions', 'calendar_feeds', 'passkeys', 'second_factors'])
    expect((await services.database.pool.query(`select * from ${table}`)).rows, table).toEqual([])
  return how
}

test('the owner of the first mailbox gets the account back, whatever a thief does', {
  timeout: (SECONDS + 120) * 1000,
}, async () => {
  const ends: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(story, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), async (steps, order) => {
      const how = await tell(steps, order)
      ends[how] = (ends[how] ?? 0) + 1
    }),
    {
      numRuns: RUNS,
      interruptAfterTimeLimit: SECONDS * 1000,
      examples: [[longStory, [3, 1, 2]]],
    },
  )
  // A test that never reached a recovery would prove nothing.
  expect(ends.undone ?? 0).toBeGreaterThan(0)
})

/** The sequence that a review tried by hand. */
const longStory: RecoveryStep[] = [
  { who: 'thief', ...signIn },
  ...[
    'addPasskey',
    'makeFeed',
    'makeShare',
    'setWebhook',
    'addDevice',
    'turnFactorOn',
    'askMove',
    'openLink',
  ].map((act): RecoveryStep => ({ who: 'thief', act, pick: 0 })),
  { who: 'thief', ...signIn },
  { who: 'thief', act: 'askMove', pick: 1 },
  { who: 'thief', act: 'openLink', pick: 0 },
  { who: 'thief', act: 'openUndo', pick: 1 },
]
