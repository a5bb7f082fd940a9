import {
  addDevice,
  addPasskey,
  addSecondFactor,
  createCalendarFeed,
  expectSuccess,
  openShareLink,
  passkeyOptions,
} from './actors.ts'
import { isSignedIn } from './auth-requests.ts'
import { codeAt } from './authenticator-app.ts'
import type { Browser } from './browser.ts'
import { openPasskeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { addLicense, createLink } from './share-links.ts'
import type { Nurse, TestServices } from './test-services.ts'

type MailedLink = { mode: string; token: string }

/** A person who tries to control one account: their knowledge, possessions and creations in it. */
export type Claimant = {
  mailboxes: string[]
  browser: Nurse
  passwords: string[]
  passkeys: PasskeyDevice[]
  /** Secrets of authenticator apps that they set up. */
  secrets: string[]
  /** The last parts of calendar feed URLs, and tokens of shares. */
  feeds: string[]
  links: string[]
  /** Copies of every signed-in cookie jar, like a thief would keep them. */
  jars: Map<string, string>[]
}

export type RecoveryStep = { who: 'thief' | 'owner'; act: string; pick: number }

const post = (browser: Browser, path: string, body: object) => browser.json('POST', `/api/auth${path}`, body)

export function createClaimant(services: TestServices, id: string, mailboxes: string[]): Claimant {
  const [email = ''] = mailboxes
  const browser = { ...services.stranger(), id, email, password: '', signIn: () => Promise.reject() }
  return { mailboxes, browser, passwords: [], passkeys: [], secrets: [], feeds: [], links: [], jars: [] }
}

/** The links in their mailboxes, oldest first, whether or not they still work. */
export function mailedLinks(services: TestServices, { mailboxes }: Claimant, modes: string[]): MailedLink[] {
  return services.outbox().flatMap(({ to, text }) => {
    const [, mode = '', token = ''] = /login\?mode=(\w+)&oobCode=([\w-]+)/.exec(text) ?? []
    return mailboxes.includes(to) && modes.includes(mode) ? [{ mode, token }] : []
  })
}

export const undoModes = ['recoverEmail', 'revertSecondFactorAddition']

/** Opens an undo link and sets the new password that it allows; returns the status. */
export async function followUndoLink(
  services: TestServices,
  { mode, token }: MailedLink,
  newPassword: string,
) {
  const path = mode === 'recoverEmail' ? '/recover-email' : '/second-factor/revert'
  const answer = await post(services.stranger(), path, { token })
  if (answer.status !== 200) return answer.status
  const { resetToken } = (await answer.json()) as { resetToken: string }
  return (await post(services.stranger(), '/reset-password', { token: resetToken, newPassword })).status
}

/** Tries every means that they have. An error only means that this one did not work. */
async function signIn(services: TestServices, who: Claimant, emails: string[]): Promise<boolean> {
  for (const email of emails)
    for (const password of who.passwords.slice(-2)) {
      const answer = await post(who.browser, '/sign-in/email', { email, password })
      if (answer.status !== 200) await secondStep(services, who)
      if (await isSignedIn(who.browser)) return true
    }
  for (const device of who.passkeys.slice(-1)) {
    const response = device.get(await passkeyOptions(who.browser, 'sign-in'))
    await post(who.browser, '/sign-in/passkey', { response })
  }
  return isSignedIn(who.browser)
}

async function secondStep(services: TestServices, { browser, secrets }: Claimant): Promise<void> {
  const secret = secrets.at(-1)
  if (secret === undefined) return
  advanceClock(services, 31_000)
  await post(browser, '/sign-in/second-factor', { code: codeAt(secret, services.clock.now()) })
}

async function reauthenticate(services: TestServices, { browser, passwords, secrets }: Claimant) {
  const password = passwords.at(-1)
  if (password !== undefined) await post(browser, '/reauthenticate', { password })
  const secret = secrets.at(-1)
  if (secret === undefined) return
  advanceClock(services, 31_000)
  await post(browser, '/reauthenticate', { code: codeAt(secret, services.clock.now()) })
}

export function advanceClock(services: TestServices, ms: number): void {
  services.clock.set(new Date(services.clock.now().getTime() + ms).toISOString())
}

/** The actions that a claimant can try. `pick` chooses among the available items. Refusals are expected. */
const actions: Record<string, (services: TestServices, who: Claimant, pick: number) => Promise<unknown>> = {
  signIn: (services, who) => signIn(services, who, ['ann@nurses.example', ...who.mailboxes]),
  askMove: (_services, who, pick) =>
    post(who.browser, '/change-email', { newEmail: who.mailboxes[pick % who.mailboxes.length] }),
  async openLink(services, who, pick) {
    const links = mailedLinks(services, who, ['verifyAndChangeEmail', 'signIn', 'resetPassword'])
    const { mode, token } = links.at(-1 - (pick % 2)) ?? {}
    if (mode === 'verifyAndChangeEmail') return post(who.browser, '/verify-and-change-email', { token })
    if (mode === 'signIn') return post(who.browser, '/sign-in/link', { token })
    if (mode === 'resetPassword')
      return post(who.browser, '/reset-password', { token, newPassword: next(who) })
  },
  async openUndo(services, who, pick) {
    const links = mailedLinks(services, who, undoModes)
    const link = links[pick % Math.max(1, links.length)]
    if (link) await followUndoLink(services, link, next(who))
  },
  askReset: (_services, who, pick) =>
    post(who.browser, '/request-password-reset', { email: who.mailboxes[pick % who.mailboxes.length] }),
  askLink: (_services, who, pick) =>
    post(who.browser, '/request-sign-in-link', { email: who.mailboxes[pick % who.mailboxes.length] }),
  changePassword: (_services, who) =>
    post(who.browser, '/change-password', { currentPassword: who.passwords.at(-1), newPassword: next(who) }),
  endSessions: (_services, who) => who.browser.fetch('/api/users/me/sessions', { method: 'DELETE' }),
  async addPasskey(_services, who) {
    const device = openPasskeyDevice()
    await addPasskey(who.browser, device, 'A key')
    who.passkeys.push(device)
  },
  turnFactorOn: async (services, who) => who.secrets.push(await addSecondFactor(services, who.browser)),
  turnFactorOff: (_services, who) => post(who.browser, '/second-factor/remove', {}),
  newRecoveryCodes: (_services, who) => post(who.browser, '/second-factor/recovery-codes', {}),
  makeFeed: async (_services, who) => who.feeds.push(await createCalendarFeed(who.browser)),
  async makeShare(_services, who) {
    const resourceId = await addLicense(who.browser)
    who.links.push((await createLink(who.browser, { resourceType: 'license', resourceId })).token)
  },
  setWebhook: (_services, who) =>
    expectSuccess(
      who.browser.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-a-thief' }),
    ),
  addDevice: (_services, who, pick) => addDevice(who.browser, `device-${pick}`),
}

export const actionNames = Object.keys(actions)

/** Words that this claimant has not used yet. */
function next(who: Claimant): string {
  who.passwords.push(`${who.mailboxes[0]} kettle glacier ${who.passwords.length}`)
  return who.passwords.at(-1) ?? ''
}

export async function takeStep(
  services: TestServices,
  who: Claimant,
  { act, pick }: RecoveryStep,
): Promise<void> {
  advanceClock(services, 60_000)
  await reauthenticate(services, who)
  await actions[act]?.(services, who, pick).catch(() => {})
  if (await isSignedIn(who.browser)) who.jars.push(new Map(who.browser.cookies))
}

/** Their remaining means of access to the account, in words. */
export async function listRemainingAccess(
  services: TestServices,
  who: Claimant,
  emails: string[],
): Promise<string[]> {
  const found: string[] = []
  const isOpen = (status: number) => status < 400
  for (const jar of who.jars) {
    const browser = services.stranger()
    for (const [name, value] of jar) browser.cookies.set(name, value)
    if (await isSignedIn(browser)) found.push('a session')
  }
  for (const device of who.passkeys) {
    const browser = services.stranger()
    const response = device.get(await passkeyOptions(browser, 'sign-in'))
    if (isOpen((await post(browser, '/sign-in/passkey', { response })).status)) found.push('a passkey')
  }
  for (const feed of who.feeds)
    if (isOpen((await services.stranger().fetch(`/api/calendar/${feed}`)).status)) found.push('a feed')
  for (const link of who.links)
    if (isOpen((await openShareLink(services.stranger(), link)).status)) found.push('a share')
  for (const email of emails)
    for (const password of new Set(who.passwords)) {
      const answer = await post(services.stranger(), '/sign-in/email', { email, password })
      if (isOpen(answer.status)) found.push(`the password at ${email}`)
    }
  const modes = ['verifyAndChangeEmail', 'signIn', 'resetPassword', 'verifyEmail', ...undoModes]
  for (const { mode, token } of mailedLinks(services, who, modes)) {
    const status = await openAny(services, mode, token)
    if (isOpen(status)) found.push(`the link ${mode}`)
  }
  return found
}

const paths: Record<string, string> = {
  verifyAndChangeEmail: '/verify-and-change-email',
  signIn: '/sign-in/link',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  recoverEmail: '/recover-email',
  revertSecondFactorAddition: '/second-factor/revert',
}

async function openAny(services: TestServices, mode: string, token: string): Promise<number> {
  const newPassword = 'the thief comes back 42'
  const more =
    mode === 'resetPassword'
      ? { newPassword }
      : mode === 'verifyEmail'
        ? { password: newPassword, name: 'Eve' }
        : {}
  return (await post(services.stranger(), paths[mode] ?? '', { token, ...more })).status
}
