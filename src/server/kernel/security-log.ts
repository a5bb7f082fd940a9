import type { AuditAction } from '#shared/audit/actions.ts'
import { createGatheredLog } from './gathered-log.ts'

export type SecurityKind =
  | 'limit_reached'
  | 'sign_in_failed'
  | 'factor_changed'
  | 'recovery_used'
  | 'admin_command'
  | 'csp_reports'
  | 'foreign_origin'
  | 'input_refused'
  | 'start_refused'

/** `what` is one of our own names: a route, an audit action, a command. Never an address, a token or a number. */
export type SecurityFacts = {
  what: string
  ownerId?: string | undefined
  network?: string | undefined
}

type SecurityLogger = { warn(line: object, message: string): void }

/** Writes one line for the operator's alarms. */
export function logSecurity(log: SecurityLogger, kind: SecurityKind, facts: SecurityFacts): void {
  log.warn(securityLine(kind, facts), 'security event')
}

/** The line, for a start before the log exists. */
export function securityLine(kind: SecurityKind, { network, ...facts }: SecurityFacts) {
  return {
    event: 'security',
    kind,
    ...facts,
    ...(network !== undefined && { network: networkPrefix(network) }),
  }
}

const gatheredLogs = new WeakMap<SecurityLogger, ReturnType<typeof createGatheredLog>>()

/**
 * The same for events that a stranger can cause as often as they like: at most one line a minute for each kind and
 * `what`.
 */
export function countSecurity(log: SecurityLogger, kind: SecurityKind, facts: SecurityFacts): void {
  const record = gatheredLogs.get(log) ?? createGatheredLog(log, { event: 'security' })
  gatheredLogs.set(log, record)
  record(securityLine(kind, facts), 'security event', `${kind} ${facts.what}`)
}

const kinds: Partial<Record<AuditAction, SecurityKind>> = {
  auth_password_changed: 'factor_changed',
  auth_email_changed: 'factor_changed',
  auth_second_factor_on: 'factor_changed',
  auth_second_factor_off: 'factor_changed',
  auth_recovery_codes_renewed: 'factor_changed',
  auth_passkey_added: 'factor_changed',
  auth_passkey_removed: 'factor_changed',
  auth_token_made: 'factor_changed',
  auth_account_linked: 'factor_changed',
  auth_account_unlinked: 'factor_changed',
  auth_email_recovered: 'recovery_used',
  auth_recovery_code_used: 'recovery_used',
}

/** Writes a line if this action changes how its owner signs in. */
export function logAction(
  log: SecurityLogger,
  action: AuditAction,
  facts: Omit<SecurityFacts, 'what'>,
): void {
  const kind = kinds[action]
  if (kind) logSecurity(log, kind, { what: action, ...facts })
}

/**
 * 192.0.2.7 → 192.0.2.0/24, and 2001:db8:1:2::/64 → 2001:db8:1::/48: precise enough for an alarm, but not a single
 * household.
 */
export function networkPrefix(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  const parts = network.split('.')
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : network
}
