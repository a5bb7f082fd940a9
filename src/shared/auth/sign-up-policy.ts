import type { Translate } from '#shared/i18n/translate.ts'
/** Who may create an account, as the operator set it in `SIGNUPS`. */
export type SignUpPolicy =
  | { kind: 'open' }
  | { kind: 'closed' }
  | { kind: 'invite' }
  | { kind: 'domain'; domains: string[] }

const domain = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** `open`, `closed`, `invite`, or `domain:example.org,other.org`; `null` for anything else. */
export function parseSignUpPolicy(setting: string): SignUpPolicy | null {
  if (setting === 'open' || setting === 'closed' || setting === 'invite') return { kind: setting }
  if (!setting.startsWith('domain:')) return null
  const domains = setting
    .slice('domain:'.length)
    .split(',')
    .map((each) => each.trim().toLowerCase())
  return domains.every((each) => domain.test(each)) ? { kind: 'domain', domains } : null
}

/** Whether an address is at one of these domains. A subdomain, such as a department's, does not count. */
export function hasDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

/** A notice for visitors before they fill in the form; `null` if everyone may create an account. */
export function signUpNotice(policy: SignUpPolicy, t: Translate): { title: string; body: string } | null {
  if (policy.kind === 'open') return null
  if (policy.kind === 'closed') {
    return {
      title: t`New accounts are closed`,
      body: t`This installation does not accept new accounts. If you have one, sign in.`,
    }
  }
  if (policy.kind === 'invite') {
    return {
      title: t`You need an invitation`,
      body: t`New accounts here are by invitation. Open the link in your invitation and use the address it was sent to.`,
    }
  }
  const alternatives = new Intl.ListFormat(t.locale, { type: 'disjunction' })
  const names = alternatives.format(policy.domains.map((name) => `@${name}`))
  return {
    title: t`For certain addresses only`,
    body: t`New accounts here are for email addresses that end with ${names}.`,
  }
}
