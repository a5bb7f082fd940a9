import { type AuditAction, failedTries } from '#shared/audit/actions.ts'
import type { Activity, ActivityPrefix } from '#shared/audit/activity.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { formatBytes } from '#web/format/bytes.ts'

type Sentence = string | ((item: Activity) => string)

const sentences: Record<AuditAction, Sentence> = {
  auth_login: 'You signed in',
  auth_login_failed: 'Someone tried to sign in with a wrong password',
  auth_logout: 'You signed out',
  auth_register: 'You created this account',
  auth_password_reset_requested: 'A link to set a new password was asked for',
  auth_password_changed: 'The password was changed',
  auth_email_verified: 'Your email was confirmed',
  auth_email_change_requested: 'A change of your email was asked for',
  auth_email_changed: 'Your email was changed',
  auth_email_recovered: 'Your old email was brought back',
  auth_second_factor_on: 'The second step was turned on',
  auth_second_factor_off: 'The second step was turned off',
  auth_second_factor_failed: 'Someone with your password entered a wrong code',
  auth_recovery_codes_renewed: 'New recovery codes were made',
  auth_recovery_code_used: 'A recovery code was used',
  auth_passkey_added: 'A passkey was added',
  auth_passkey_renamed: 'A passkey was renamed',
  auth_passkey_removed: 'A passkey was removed',
  auth_account_linked: 'Another account was linked',
  auth_account_unlinked: 'A linked account was removed',
  auth_proved_again: 'You proved that it is you',
  auth_session_ended: 'You ended a session',
  auth_sessions_ended: 'The operator of this installation signed you out everywhere',
  auth_account_disabled: 'The operator of this installation disabled this account',
  auth_account_enabled: 'The operator of this installation enabled this account again',
  auth_profile_updated: ({ metadata }) => `You changed your ${fieldsIn(String(metadata.fields ?? ''))}`,
  auth_account_deleted: 'The account was deleted',
  auth_activity_exported: 'You saved a copy of this activity',
  auth_calendar_made: 'You made a calendar address',
  auth_calendar_ended: 'You ended your calendar address',
  auth_webhook_set: ({ metadata }) => `You set a webhook${metadata.host ? ` at ${metadata.host}` : ''}`,
  auth_webhook_removed: 'You removed your webhook',
  auth_push_added: 'You turned notifications on for a device',
  auth_push_removed: 'You turned notifications off for a device',
  credential_created: (item) => `You ${item.metadata.count ? 'imported' : 'added'} ${credentialOf(item)}`,
  credential_updated: (item) => `You changed ${credentialOf(item)}`,
  credential_deleted: (item) => `You deleted ${credentialOf(item)}`,
  credential_restored: (item) => `You brought back ${credentialOf(item)}`,
  credential_purged: (item) =>
    item.resource === 'trash' ? emptied(item.metadata) : `You deleted ${credentialOf(item)} for good`,
  credential_shared: ({ metadata }) =>
    `You made a share link for ${sharedOf(metadata)}${metadata.hideNumber === true ? ', with numbers hidden' : ''}`,
  credential_share_changed: ({ metadata }) =>
    metadata.fields === 'token'
      ? 'You made a new link for something that you share'
      : `You changed a share link${shareFieldsIn(String(metadata.fields ?? ''))}`,
  credential_share_opened: 'Somebody opened a share link of yours for the first time',
  credential_share_revoked: 'You ended a share link',
  file_uploaded: (item) => `You added ${fileOf(item)}`,
  file_downloaded: (item) =>
    `You downloaded ${item.resource === 'ceuCycle' ? 'the audit packet of a CE cycle' : fileOf(item)}`,
  file_deleted: (item) => `You deleted ${fileOf(item)}`,
  file_exported: 'You exported everything you have here',
  file_imported: 'You brought an export in',
  file_restored: (item) => `You brought back ${fileOf(item)}`,
  file_purged: (item) => `You deleted ${fileOf(item)} for good`,
  security_csp_violation: 'Your browser blocked something that a page tried to load',
  security_invalid_input: 'Something was sent that could not be read',
  security_unauthorized_access: 'Something that is not yours was asked for, and refused',
  security_rate_limit_exceeded: 'There were too many tries to sign in, and some were refused',
}

/** What happened, as a sentence. */
export function activityText(item: Activity): string {
  const sentence = isKnown(item.action) ? sentences[item.action] : undefined
  if (sentence === undefined) return item.action.replaceAll('_', ' ')
  return typeof sentence === 'string' ? sentence : sentence(item)
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action)
}

/** True of activity that the owner should check. */
export function isSuspicious({ action, severity }: Activity): boolean {
  return failedTries.some((each) => each === action) || severity === 'high' || severity === 'medium'
}

/** What the four beginnings of an action stand for. */
export const prefixNames: Record<ActivityPrefix, string> = {
  auth: 'Sign-in and settings',
  credential: 'Credentials and CE',
  file: 'Files',
  security: 'Security',
}

const severities: Record<string, string> = {
  low: 'Nothing to do',
  medium: 'Worth a look',
  high: 'Look at this one',
}

/** How much it matters, of what is a matter of security; else `null`. */
export function severityText({ severity }: Activity): string | null {
  return severity === null ? null : (severities[severity] ?? severity)
}

/** On which device, and whether it is the one that asks: "Safari on an iPhone, this session". */
export function sessionText({ userAgent, sessionId, isCurrent }: Activity): string {
  const device = deviceOf(userAgent)
  if (isCurrent) return device === null ? 'This session' : `${device}, this session`
  if (sessionId === 'visitor') return 'Whoever has the link'
  return device ?? (sessionId === 'none' ? 'Without signing in' : 'A browser that we do not know')
}

const fieldNames: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  organization: 'organization',
  jobTitle: 'job title',
  settings: 'language and time',
}

function fieldsIn(list: string): string {
  const names = list.split(',').flatMap((field) => fieldNames[field] ?? [])
  return names.length === 0 ? 'profile' : new Intl.ListFormat('en-US').format(names)
}

function credentialOf({ resource, metadata }: Activity): string {
  const type = typeof metadata.type === 'string' && metadata.type !== resource ? metadata.type : null
  if (resource === 'ceuCycle') return 'a CE cycle'
  if (resource === 'ceuEntry')
    return typeof metadata.count === 'number' ? `${metadata.count} CE entries` : 'a CE entry'
  if (resource === 'license') return type ? `a license (${type})` : 'a license'
  return resource === 'certification' ? 'a certification' : 'a credential'
}

function emptied({ count }: Activity['metadata']): string {
  return typeof count === 'number' && count !== 1
    ? `You emptied the trash of ${count} things`
    : 'You emptied the trash'
}

const sharedNames: Record<string, string> = {
  license: 'a license',
  certification: 'a certification',
  ceuCycle: 'a CE cycle',
}

function sharedOf({ type, things }: Activity['metadata']): string {
  if (type === 'packet' && typeof things === 'number') return things === 1 ? 'one thing' : `${things} things`
  return sharedNames[String(type)] ?? 'something of yours'
}

const shareFields: Record<string, string> = {
  expiresAt: 'how long it is open',
  allowDownloads: 'downloads',
  recipient: 'for whom it is',
  note: 'the note',
  passcode: 'the passcode',
  viewLimit: 'how often it opens',
}

function shareFieldsIn(list: string): string {
  const names = list.split(',').flatMap((field) => shareFields[field] ?? [])
  return names.length === 0 ? '' : `: ${new Intl.ListFormat('en-US').format(names)}`
}

const kinds: Record<string, string> = {
  'application/pdf': 'a PDF',
  'image/jpeg': 'a JPEG picture',
  'image/png': 'a PNG picture',
  'image/webp': 'a WebP picture',
  'image/heic': 'a HEIC picture',
  'image/heif': 'a HEIF picture',
}

function fileOf({ metadata }: Activity): string {
  const kind = kinds[String(metadata.mimeType)] ?? 'a file'
  return typeof metadata.size === 'number' ? `${kind} of ${formatBytes(metadata.size)}` : kind
}
