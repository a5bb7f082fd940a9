import { deviceIn } from '#shared/auth/device.ts'
import type { SessionList, SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { plural } from '#shared/i18n/translate.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

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
    ...(hasPassword ? [t`your password`] : []),
    ...(passkeys.length === 1 ? [t`your passkey`] : []),
    ...(passkeys.length > 1
      ? [t`one of ${plural(passkeys.length, { one: '# passkey', other: '# passkeys' })}`]
      : []),
    ...linkedAccounts.map(({ providerName }) => providerName),
  ]
  const summary =
    methods.length > 0
      ? t`You sign in with ${formatList(methods)}, or by a link to your email.`
      : t`You sign in by a link to your email.`
  const codeText =
    passkeys.length > 0
      ? t`You also enter a code from your authenticator app, except with a passkey.`
      : t`You also enter a code from your authenticator app.`
  return secondFactor.isOn ? `${summary} ${codeText}` : summary
}

function formatList(words: string[]): string {
  return new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(words)
}

/** The state of two-factor authentication. */
export function twoFactorText(
  { isOn, since, recoveryCodesLeft }: SignInMethods['secondFactor'],
  owner: Owner,
) {
  if (!isOn)
    return t`Off. When it’s on, signing in also asks for a code from your phone, so a leaked password is not enough.`
  const on = since === null ? t`On.` : t`On since ${formatInstant(since, owner)}.`
  return `${on} ${codesLeftText(recoveryCodesLeft)}`
}

function codesLeftText(left: number): string {
  if (left === 0) return t`You have no recovery codes left.`
  return t`You have ${plural(left, { one: '# recovery code', other: '# recovery codes' })} left.`
}

/** A warning when few or none are left, else `null`. */
export function fewCodesText({ isOn, recoveryCodesLeft }: SignInMethods['secondFactor']): string | null {
  if (!isOn || recoveryCodesLeft >= FEW_CODES) return null
  return `${codesLeftText(recoveryCodesLeft)} ${t`Create new ones now: you need them to sign in without your phone.`}`
}

/** "ABCD EFGH IJKL": easier to type by hand. */
export function groupedKey(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

export function passkeyName({ name }: Pick<Passkey, 'name'>): string {
  return name ?? t`Unnamed passkey`
}

export function passkeyText({ createdAt, usedAt }: Passkey, owner: Owner): string {
  const added = formatInstant(createdAt, owner)
  return usedAt === null
    ? t`Added ${added} · not used yet`
    : t`Added ${added} · last used ${formatInstant(usedAt, owner)}`
}

/** `kind` is `app` for a program that signed in without our pages. */
export function deviceText({ device, kind }: Pick<Session, 'device' | 'kind'>): string {
  if (device !== null) return deviceIn(device, t)
  return kind === 'app' ? t`Another app` : t`Unknown device`
}

/** When it was last used, and when it ends if that is soon. */
export function sessionText({ isCurrent, kind, ...at }: Session, owner: Owner): string {
  const { createdAt, lastUsedAt, endsAt } = at
  const used = isCurrent ? t`In use now` : t`Last used ${formatInstant(lastUsedAt, owner)}`
  const began = formatInstant(createdAt, owner)
  return kind === 'remembered' || kind === 'app'
    ? t`${used} · signed in ${began}`
    : t`${used} · signed in ${began} · ends ${formatInstant(endsAt, owner)} at the latest`
}

/** A summary of all sessions. */
export function sessionsText(sessions: readonly Session[]): string {
  const others = sessions.length - 1
  if (others < 1) return t`Only on this device.`
  return t`On this device and on ${plural(others, { one: 'one other', other: '# others' })}. Don’t recognize one? End it, then change your password.`
}
