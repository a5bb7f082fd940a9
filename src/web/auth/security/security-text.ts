import type { SessionList, SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { formatInstant } from '#web/format/dates.ts'

type Owner = { locale?: string | null; timeZone?: string | null }
export type Passkey = SignInMethods['passkeys'][number]
export type Session = SessionList['items'][number]

/** Fewer than this, and she is told to make new ones. */
const FEW_CODES = 3

/** "You sign in with your password or one of 2 passkeys." A mailed link always works besides. */
export function signInMethodsText({
  hasPassword,
  secondFactor,
  passkeys,
  linkedAccounts,
}: SignInMethods): string {
  const ways = [
    ...(hasPassword ? ['your password'] : []),
    ...(passkeys.length === 1 ? ['your passkey'] : []),
    ...(passkeys.length > 1 ? [`one of ${passkeys.length} passkeys`] : []),
    ...linkedAccounts.map(({ providerName }) => providerName),
  ]
  const said =
    ways.length > 0 ? `with ${listed(ways)}, or by a link to your email` : 'by a link to your email'
  const codeToo =
    passkeys.length > 0
      ? 'Then your second step asks for a code, but not after a passkey.'
      : 'Then your second step asks for a code.'
  return `You sign in ${said}.${secondFactor.isOn ? ` ${codeToo}` : ''}`
}

function listed(words: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words)
}

/** How the second step stands. */
export function twoFactorText(
  { isOn, since, recoveryCodesLeft }: SignInMethods['secondFactor'],
  owner: Owner,
) {
  if (!isOn)
    return 'Off. Turned on, signing in also asks for a code that only your phone knows, so a password that leaked opens nothing.'
  const on = since === null ? 'On.' : `On since ${formatInstant(since, owner)}.`
  return `${on} ${codesLeftText(recoveryCodesLeft)}`
}

function codesLeftText(left: number): string {
  if (left === 0) return 'You have no recovery code left.'
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
}

/** What to do while there still are some, or `null` when there are enough. */
export function fewCodesText({ isOn, recoveryCodesLeft }: SignInMethods['secondFactor']): string | null {
  if (!isOn || recoveryCodesLeft >= FEW_CODES) return null
  return `${codesLeftText(recoveryCodesLeft)} Make new ones now: without your phone they are the way in.`
}

/** "ABCD EFGH IJKL": what is typed by hand is read in fours. */
export function groupedKey(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

export function passkeyName({ name }: Pick<Passkey, 'name'>): string {
  return name ?? 'A passkey without a name'
}

export function passkeyText({ createdAt, usedAt }: Passkey, owner: Owner): string {
  const added = `Added ${formatInstant(createdAt, owner)}`
  return usedAt === null ? `${added} · not used yet` : `${added} · last used ${formatInstant(usedAt, owner)}`
}

export function deviceText({ device }: Pick<Session, 'device'>): string {
  return device ?? 'A device that did not say what it is'
}

/** When it was used, and of one that ends soon by itself, when. */
export function sessionText({ isCurrent, kind, ...at }: Session, owner: Owner): string {
  const { createdAt, lastUsedAt, endsAt } = at
  const used = isCurrent ? 'In use now' : `Last used ${formatInstant(lastUsedAt, owner)}`
  const said = `${used} · signed in ${formatInstant(createdAt, owner)}`
  return kind === 'remembered' ? said : `${said} · ends ${formatInstant(endsAt, owner)} at the latest`
}

/** How it stands with all of them. */
export function sessionsText(sessions: readonly Session[]): string {
  const others = sessions.length - 1
  if (others < 1) return 'On this device, and nowhere else.'
  return `On this device and on ${others === 1 ? 'one other' : `${others} others`}. One that is not yours? End it, then change your password.`
}
