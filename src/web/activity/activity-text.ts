import type { Activity, ActivityPrefix } from '#shared/activity/activity.ts'
import { type AuditAction, failedTries } from '#shared/audit/actions.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { formatBytes } from '#web/format/bytes.ts'

/** What a sentence about an event needs. */
type Told = Pick<Activity, 'action' | 'resource' | 'resourceId' | 'name' | 'metadata' | 'leftOut'>
type Sentence = string | ((item: Told) => string)

const sentences: Record<AuditAction, Sentence> = {
  auth_login: 'You signed in',
  auth_login_failed: 'Someone tried to sign in with a wrong password',
  auth_logout: 'You signed out',
  auth_register: 'You created this account',
  auth_password_reset_requested: 'A link to set a new password was requested',
  auth_password_changed: 'The password was changed',
  auth_email_verified: 'Your email was confirmed',
  auth_email_change_requested: 'A change of your email was requested',
  auth_email_changed: 'Your email was changed',
  auth_email_recovered: 'Your old email was restored',
  auth_second_factor_on: 'Two-step verification was turned on',
  auth_second_factor_off: 'Two-step verification was turned off',
  auth_second_factor_failed: 'Someone with your password entered a wrong code',
  auth_recovery_codes_renewed: 'New recovery codes were created',
  auth_recovery_code_used: 'A recovery code was used',
  auth_passkey_added: 'A passkey was added',
  auth_passkey_renamed: 'A passkey was renamed',
  auth_passkey_removed: 'A passkey was removed',
  auth_account_linked: 'Another account was linked',
  auth_account_unlinked: 'A linked account was removed',
  auth_proved_again: 'You confirmed it was you',
  auth_session_ended: 'You ended a session',
  auth_sessions_ended: 'The operator of this installation signed you out everywhere',
  auth_account_disabled: 'The operator of this installation disabled this account',
  auth_account_enabled: 'The operator of this installation enabled this account again',
  auth_profile_updated: ({ metadata }) => `You changed your ${fieldsIn(String(metadata.fields ?? ''))}`,
  auth_account_deleted: 'The account was deleted',
  auth_activity_exported: 'You downloaded a copy of this activity',
  auth_calendar_made: 'You created a calendar address',
  auth_calendar_ended: 'You revoked your calendar address',
  auth_webhook_set: ({ metadata }) => `You set a webhook${metadata.host ? ` at ${metadata.host}` : ''}`,
  auth_webhook_removed: 'You removed your webhook',
  auth_token_made: ({ metadata }) => `You created the access token “${metadata.name}”`,
  auth_token_ended: ({ metadata }) => `You ended the access token “${metadata.name}”`,
  auth_push_added: 'You turned notifications on for a device',
  auth_push_removed: 'You turned notifications off for a device',
  credential_created: (item) => `You ${item.metadata.count ? 'imported' : 'added'} ${credentialOf(item)}`,
  credential_updated: (item) => `You changed ${credentialOf(item)}`,
  credential_deleted: (item) => `You deleted ${credentialOf(item)}`,
  credential_restored: (item) => `You restored ${credentialOf(item)}`,
  credential_purged: (item) =>
    item.resource === 'trash' ? emptied(item.metadata) : `You permanently deleted ${credentialOf(item)}`,
  credential_archived: (item) => `You archived ${credentialOf(item)}`,
  credential_unarchived: (item) => `You took ${credentialOf(item)} out of the archive`,
  credential_renewal_started: (item) => `You started to renew ${credentialOf(item)}`,
  credential_renewal_updated: (item) => `You changed the renewal of ${credentialOf(item)}`,
  credential_renewal_finished: (item) => `You renewed ${credentialOf(item)}`,
  credential_renewal_undone: (item) => `You took back the renewal of ${credentialOf(item)}`,
  credential_renewal_deleted: (item) => `You deleted the renewal of ${credentialOf(item)}`,
  credential_renewal_restored: (item) => `You restored the renewal of ${credentialOf(item)}`,
  credential_pass_added: (item) =>
    `You made a pass for ${item.metadata.wallet === 'google' ? 'Google' : 'Apple'} Wallet of ${credentialOf(item)}${item.metadata.showsNumber === true ? ', with its number' : ''}`,
  credential_shared: ({ name, metadata }) =>
    `You created a share link for ${name ?? sharedOf(metadata)}${metadata.hideNumber === true ? ', with numbers hidden' : ''}`,
  credential_share_changed: ({ name, metadata }) =>
    metadata.fields === 'token'
      ? `You replaced ${linkTo(name)}`
      : `You changed ${linkTo(name)}${shareFieldsIn(String(metadata.fields ?? ''))}`,
  credential_share_opened: ({ name }) =>
    `Someone opened ${name === null ? 'one of your share links' : `your share link for ${name}`} for the first time`,
  credential_health_shown: (item) => `A share link showed ${credentialOf(item)}`,
  credential_share_revoked: ({ name }) => `You ended ${linkTo(name)}`,
  file_uploaded: (item) => `You added ${fileOf(item)}`,
  file_updated: (item) => `You changed the details of ${fileOf(item)}`,
  file_downloaded: (item) =>
    `You downloaded ${item.resource === 'ceuCycle' ? `the audit packet of ${credentialOf(item)}` : fileOf(item)}`,
  file_deleted: (item) => `You deleted ${fileOf(item)}`,
  file_exported: 'You exported your data',
  file_imported: ({ metadata }) =>
    metadata.source === 'firebase'
      ? 'The operator of this installation moved your data here'
      : 'You imported an export',
  file_restored: (item) => `You restored ${fileOf(item)}`,
  file_purged: (item) => `You permanently deleted ${fileOf(item)}`,
  security_csp_violation: 'Your browser blocked something a page tried to load',
  security_invalid_input: 'A request could not be read',
  security_unauthorized_access: 'A request for something that is not yours was refused',
  security_rate_limit_exceeded: ({ resource }) =>
    resource === 'request'
      ? 'Too many requests at once: some were refused'
      : 'Too many sign-in attempts: some were refused',
}

/** What happened, as a sentence. */
export function activityText(item: Told): string {
  const sentence = sentenceOf(item)
  if (item.leftOut === null) return sentence
  return `${item.leftOut === 1 ? 'Once more' : `${item.leftOut} more times`} in this hour: ${sentence}`
}

function sentenceOf(item: Told): string {
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

/** The meaning of the four prefixes of an action. */
export const prefixNames: Record<ActivityPrefix, string> = {
  auth: 'Sign-in and settings',
  credential: 'Credentials and CE',
  file: 'Files',
  security: 'Security',
}

const severities: Record<string, string> = {
  low: 'No action needed',
  medium: 'Worth a look',
  high: 'Check this',
}

/** How serious a security event is; `null` for anything else. */
export function severityText({ severity }: Activity): string | null {
  return severity === null ? null : (severities[severity] ?? severity)
}

/** The device, and whether it is this session: "Safari on an iPhone, this session". */
export function sessionText({ userAgent, sessionId, isCurrent }: Activity): string {
  const device = deviceOf(userAgent)
  if (isCurrent) return device === null ? 'This session' : `${device}, this session`
  if (sessionId.startsWith('token-')) return userAgent ?? 'An access token'
  if (sessionId === 'visitor') return 'Someone with the link'
  return device ?? (sessionId === 'none' ? 'Not signed in' : 'Unknown browser')
}

const fieldNames: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  organization: 'organization',
  jobTitle: 'job title',
  birthMonth: 'birth month',
  settings: 'language and time',
}

function fieldsIn(list: string): string {
  const names = list.split(',').flatMap((field) => fieldNames[field] ?? [])
  return names.length === 0 ? 'profile' : new Intl.ListFormat('en-US').format(names)
}

/** Said of a record that the log names and that no longer exists. */
const gone = ' that was later deleted permanently'

function credentialOf(item: Told): string {
  const { resource, name, metadata } = item
  if (typeof metadata.count === 'number' && resource === 'ceuEntry') return `${metadata.count} CE entries`
  if (typeof metadata.count === 'number' && resource === 'import') return `${metadata.count} credentials`
  if (name === null) return `${kindOf(item)}${isGone(item) ? gone : ''}`
  if (resource === 'license') return `your ${name} license`
  if (resource === 'ceuCycle') return `the CE cycle of ${name}`
  if (resource === 'healthRecord') return `the health record “${name}”`
  if (resource === 'requirementList') return `the requirement list “${name}”`
  return resource === 'ceuEntry' || resource === 'competencyRecord' ? `“${name}”` : name
}

function kindOf({ resource, metadata }: Told): string {
  const type = typeof metadata.type === 'string' && metadata.type !== resource ? metadata.type : null
  if (resource === 'renewal') return 'a renewal'
  if (resource === 'lookup') return 'a look-up with a board or issuer'
  if (resource === 'requirementList') return 'a requirement list'
  if (resource === 'residence') return 'where you live'
  if (resource === 'competencyRecord') return 'a record of your practice log'
  if (resource === 'healthRecord') return 'a health record'
  if (resource === 'ceuCycle') return 'a CE cycle'
  if (resource === 'ceuEntry') return 'a CE entry'
  if (resource === 'license') return type ? `a license (${type})` : 'a license'
  return resource === 'certification' ? 'a certification' : 'a credential'
}

const named = [
  'license',
  'certification',
  'competencyRecord',
  'healthRecord',
  'requirementList',
  'ceuCycle',
  'ceuEntry',
  'file',
]

/** The record of a purge says so itself. */
function isGone({ action, resource, resourceId, name }: Told): boolean {
  return name === null && resourceId !== null && named.includes(resource) && !action.endsWith('_purged')
}

function emptied({ count }: Activity['metadata']): string {
  return typeof count === 'number' && count !== 1
    ? `You emptied the trash: ${count} items`
    : 'You emptied the trash'
}

const sharedNames: Record<string, string> = {
  license: 'a license',
  certification: 'a certification',
  ceuCycle: 'a CE cycle',
}

const linkTo = (name: string | null) => (name === null ? 'a share link' : `the share link for ${name}`)

function sharedOf({ type, things }: Activity['metadata']): string {
  if (type === 'packet' && typeof things === 'number') return things === 1 ? '1 item' : `${things} items`
  return sharedNames[String(type)] ?? 'one of your items'
}

const shareFields: Record<string, string> = {
  expiresAt: 'the end date',
  allowDownloads: 'downloads',
  recipient: 'the recipient',
  note: 'the note',
  passcode: 'the passcode',
  viewLimit: 'the view limit',
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

function fileOf(item: Told): string {
  const { name, metadata } = item
  const kind = kinds[String(metadata.mimeType)] ?? 'a file'
  if (name !== null) return name
  const what = typeof metadata.size === 'number' ? `${kind} of ${formatBytes(metadata.size)}` : kind
  return `${what}${isGone(item) ? gone : ''}`
}
