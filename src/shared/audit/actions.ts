/** "Audit action prefixes: auth_, credential_, file_, security_." */
export type AuditAction =
  | 'auth_login'
  | 'auth_login_failed'
  | 'auth_password_refused'
  | 'auth_logout'
  | 'auth_register'
  | 'auth_password_reset_requested'
  | 'auth_password_changed'
  | 'auth_email_verified'
  | 'auth_email_change_requested'
  | 'auth_email_changed'
  | 'auth_email_recovered'
  | 'auth_second_factor_on'
  | 'auth_second_factor_off'
  | 'auth_second_factor_failed'
  | 'auth_recovery_codes_renewed'
  | 'auth_recovery_code_used'
  | 'auth_passkey_added'
  | 'auth_passkey_renamed'
  | 'auth_passkey_removed'
  | 'auth_account_linked'
  | 'auth_account_unlinked'
  | 'auth_proved_again'
  | 'auth_session_ended'
  | 'auth_sessions_ended'
  | 'auth_account_disabled'
  | 'auth_account_enabled'
  | 'auth_profile_updated'
  | 'auth_account_deleted'
  | 'auth_activity_exported'
  | 'auth_calendar_made'
  | 'auth_calendar_ended'
  | 'auth_webhook_set'
  | 'auth_webhook_removed'
  | 'auth_token_made'
  | 'auth_token_ended'
  | 'auth_push_added'
  | 'auth_push_removed'
  | 'auth_second_person_asked'
  | 'auth_second_person_confirmed'
  | 'auth_second_person_told'
  | 'auth_second_person_ended'
  | 'auth_mail_address_made'
  | 'auth_mail_address_ended'
  | 'auth_mail_senders_changed'
  | 'credential_created'
  | 'credential_updated'
  | 'credential_deleted'
  | 'credential_restored'
  | 'credential_purged'
  | 'credential_archived'
  | 'credential_unarchived'
  | 'credential_renewal_started'
  | 'credential_renewal_updated'
  | 'credential_renewal_finished'
  | 'credential_renewal_undone'
  | 'credential_renewal_deleted'
  | 'credential_renewal_restored'
  | 'credential_pass_added'
  | 'credential_pass_ended'
  | 'credential_shared'
  | 'credential_share_changed'
  | 'credential_share_opened'
  | 'credential_share_revoked'
  | 'credential_health_shown'
  | 'file_uploaded'
  | 'file_mail_held'
  | 'file_mail_allowed'
  | 'file_mail_deleted'
  | 'file_updated'
  | 'file_downloaded'
  | 'file_deleted'
  | 'file_exported'
  | 'file_imported'
  | 'file_restored'
  | 'file_purged'
  | 'security_csp_violation'
  | 'security_invalid_input'
  | 'security_unauthorized_access'
  | 'security_rate_limit_exceeded'

export type AuditMetadata = Record<string, string | number | boolean | null>

/** What was tried too often, in the metadata of a reached limit that does not belong to one request. */
export type LimitedAct = 'sign_in' | 'mail' | 'password' | 'two_factor' | 'passcode' | 'calendar' | 'mail_in'

export type Severity = 'low' | 'medium' | 'high'

/** "csp_violation medium, invalid_input low, unauthorized_access high, rate_limit_exceeded medium, other low." */
export function severityOf(action: AuditAction): Severity | null {
  if (!action.startsWith('security_')) return null
  if (action === 'security_unauthorized_access') return 'high'
  return action === 'security_csp_violation' || action === 'security_rate_limit_exceeded' ? 'medium' : 'low'
}

/** Actions that an owner should check, besides those with a severity above `low`. */
export const failedTries: readonly AuditAction[] = [
  'auth_login_failed',
  'auth_password_refused',
  'auth_second_factor_failed',
]

/** Shown in the bell, unless the owner did it in the current session. Everyday actions are only in the log. */
export const securityNotices: readonly AuditAction[] = [
  ...failedTries,
  'auth_password_reset_requested',
  'auth_password_changed',
  'auth_email_change_requested',
  'auth_email_changed',
  'auth_email_recovered',
  'auth_second_factor_on',
  'auth_second_factor_off',
  'auth_recovery_codes_renewed',
  'auth_recovery_code_used',
  'auth_passkey_added',
  'auth_passkey_removed',
  'auth_token_made',
  'auth_account_linked',
  'auth_account_unlinked',
  'credential_pass_added',
  'auth_second_person_confirmed',
  'auth_second_person_ended',
  'auth_mail_address_made',
  'file_mail_held',
  'auth_sessions_ended',
  'auth_account_disabled',
  'auth_account_enabled',
  'security_rate_limit_exceeded',
]

/**
 * Of each action about each kind of resource, an owner's log gets this many records in an hour. One more record has the
 * number of those that were left out (`leftOut`).
 */
export const MAX_AN_HOUR = 100
