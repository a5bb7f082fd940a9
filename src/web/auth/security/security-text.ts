import type { SessionList, SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { formatInstant } from '#web/format/dates.ts'

type Owner = { locale?: string | null; timeZone?: string | null }
export type Passkey = SignInMethods['passkeys'][number]
export type Session = SessionList['items'][number]

/** Below this, the owner is asked to create new ones. */
const FEW_CODES = 3

/** "You sign in with your password or one of 2 passkeys." An emailed link always works too. */
export function signInMethodsText({
  hasPassword,
  secondFactor,
  passkeys,
  linkedAccounts,
}: SignInMethods): string {
  const methods = [
    ...(hasPassword ? ['your password'] : []),
    ...(passkeys.length === 1 ? ['your passkey'] : []),
    ...(passkeys.length > 1 ? [`one of ${passkeys.length} passkeys`] : []),
    ...linkedAccounts.map(({ providerName }) => providerName),
  ]
  const summary =
    methods.length > 0 ? `with ${formatList(methods)}, or by a link to your email` : 'by a link to your email'
  const codeText =
    passkeys.length > 0
      ? 'You also enter a code from your authenticator app, except with a passkey.'
      : 'You also enter a code from your authenticator app.'
  return `You sign in ${summary}.${secondFactor.isOn ? ` ${codeText}` : ''}`
}

function formatList(words: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words)
}

/** The state of two-factor authentication. */
export function twoFactorText(
  { isOn, since, recoveryCodesLeft }: SignInMethods['secondFactor'],
  owner: Owner,
) {
  if (!isOn)
    return 'Off. When it’s on, signing in also asks for a code from your phone, so a leaked password is not enough.'
  const on = since === null ? 'On.' : `On since ${formatInstant(since, owner)}.`
  return `${on} ${codesLeftText(recoveryCodesLeft)}`
}

function codesLeftText(left: number): string {
  if (left === 0) return 'You have no recovery codes left.'
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
}

/** A warning when few or none are left, else `null`. */
export function fewCodesText({ isOn, recoveryCodesLeft }: SignInMethods['secondFactor']): string | null {
  if (!isOn || recoveryCodesLeft >= FEW_CODES) return null
  return `${codesLeftText(recoveryCodesLeft)} Create new ones now: you need them to sign in without your phone.`
}

/** "ABCD EFGH IJKL": easier to type by hand. */
export function groupedKey(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

export function passkeyName({ name }: Pick<Passkey, 'name'>): string {
  return name ?? 'Unnamed passkey'
}

export function passkeyText({ createdAt, usedAt }: Passkey, owner: Owner): string {
  const added = `Added ${formatInstant(createdAt, owner)}`
  return usedAt === null ? `${added} · not used yet` : `${added} · last used ${formatInstant(usedAt, owner)}`
}

/** `kind` is `app` for a program that signed in without our pages. */
export function deviceText({ device, kind }: Pick<Session, 'device' | 'kind'>): string {
  return device ?? (kind === 'app' ? 'Another app' : 'Unknown device')
}

/** When it was last used, and when it ends if that is soon. */
export function sessionText({ isCurrent, kind, ...at }: Session, owner: Owner): string {
  const { createdAt, lastUsedAt, endsAt } = at
  const used = isCurrent ? 'In use now' : `Last used ${formatInstant(lastUsedAt, owner)}`
  const text = `${used} · signed in ${formatInstant(createdAt, owner)}`
  return kind === 'remembered' || kind === 'app'
    ? text
    : `${text} · ends ${formatInstant(endsAt, owner)} at the latest`
}

/** A summary of all sessions. */
export function sessionsText(sessions: readonly Session[]): string {
  const others = sessions.length - 1
  if (others < 1) return 'Only on this device.'
  return `On this device and on ${others === 1 ? 'one other' : `${others} others`}. Don’t recognize one? End it, then change your password.`
}
