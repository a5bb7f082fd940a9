import type { AuditAction, LimitedAct } from '#shared/audit/actions.ts'
import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { bytesText } from '#shared/kernel/bytes-text.ts'
import type { Activity } from './activity.ts'

/** The data for a sentence about an event. */
type Told = Pick<Activity, 'action' | 'resource' | 'resourceId' | 'name' | 'metadata' | 'leftOut'>
type Sentence = string | ((item: Told, t: Translate) => string)

const sentences: Record<AuditAction, Sentence> = {
  auth_login: msg`You signed in`,
  auth_login_failed: msg`Someone tried to sign in with a wrong password`,
  auth_logout: msg`You signed out`,
  auth_register: msg`You created this account`,
  auth_password_reset_requested: msg`A link to set a new password was requested`,
  auth_password_changed: msg`The password was changed`,
  auth_email_verified: msg`Your email was confirmed`,
  auth_email_change_requested: msg`A change of your email was requested`,
  auth_email_changed: msg`Your email was changed`,
  auth_email_recovered: msg`Your old email was restored`,
  auth_password_refused: msg`A wrong current password was entered`,
  auth_second_factor_on: msg`Two-step verification was turned on`,
  auth_second_factor_off: msg`Two-step verification was turned off`,
  auth_second_factor_failed: msg`Someone with your password entered a wrong code`,
  auth_recovery_codes_renewed: msg`New recovery codes were created`,
  auth_recovery_code_used: msg`A recovery code was used`,
  auth_passkey_added: msg`A passkey was added`,
  auth_passkey_renamed: msg`A passkey was renamed`,
  auth_passkey_removed: msg`A passkey was removed`,
  auth_account_linked: msg`Another account was linked`,
  auth_account_unlinked: msg`A linked account was removed`,
  auth_proved_again: msg`You confirmed it was you`,
  auth_session_ended: msg`You ended a session`,
  auth_sessions_ended: msg`The operator of this installation signed you out everywhere`,
  auth_account_disabled: msg`The operator of this installation disabled this account`,
  auth_account_enabled: msg`The operator of this installation enabled this account again`,
  auth_profile_updated: ({ metadata }, t) => {
    const fields = listed(metadata.fields, fieldNames, t)
    return fields === '' ? t`You changed your profile` : t`You changed your ${fields}`
  },
  auth_account_deleted: msg`The account was deleted`,
  auth_activity_exported: msg`You downloaded a copy of this activity`,
  auth_calendar_made: msg`You created a calendar address`,
  auth_calendar_ended: msg`You revoked your calendar address`,
  auth_webhook_set: ({ metadata: { host } }, t) =>
    host ? t`You set a webhook at ${String(host)}` : t`You set a webhook`,
  auth_webhook_removed: msg`You removed your webhook`,
  auth_token_made: ({ metadata }, t) => t`You created the access token “${String(metadata.name)}”`,
  auth_token_ended: ({ metadata }, t) => t`You ended the access token “${String(metadata.name)}”`,
  auth_push_added: msg`You turned notifications on for a device`,
  auth_push_removed: msg`You turned notifications off for a device`,
  auth_second_person_asked: ({ metadata }, t) => {
    const person = personOf(metadata, t)
    return t`You asked ${person} to be told when something expires`
  },
  auth_second_person_confirmed: ({ metadata }, t) => {
    const person = personOf(metadata, t)
    return t`${person} agreed to be told when something expires`
  },
  auth_second_person_told: ({ metadata }, t) => {
    const person = personOf(metadata, t)
    return t`${person} was told about ${plural(Number(metadata.count), { one: '# item', other: '# items' })}`
  },
  auth_second_person_ended: ({ metadata }, t) => {
    const person = personOf(metadata, t)
    if (metadata.by === 'person') return t`${person} opted out of being told when something expires`
    return metadata.by === 'recovery'
      ? t`Taking back the account removed ${person} as the person who is told when something expires`
      : t`You removed ${person} as the person who is told when something expires`
  },
  auth_mail_address_made: msg`You created an address for documents by email`,
  auth_mail_address_ended: msg`You turned off your address for documents by email`,
  auth_mail_senders_changed: msg`You changed who may send you documents by email`,
  credential_created: (item, t) =>
    item.metadata.count ? t`You imported ${credentialOf(item, t)}` : t`You added ${credentialOf(item, t)}`,
  credential_updated: (item, t) => t`You changed ${credentialOf(item, t)}`,
  credential_deleted: (item, t) => t`You deleted ${credentialOf(item, t)}`,
  credential_restored: (item, t) => t`You restored ${credentialOf(item, t)}`,
  credential_purged: (item, t) =>
    item.resource === 'trash'
      ? emptied(item.metadata, t)
      : t`You permanently deleted ${credentialOf(item, t)}`,
  credential_archived: (item, t) => t`You archived ${credentialOf(item, t)}`,
  credential_unarchived: (item, t) => t`You took ${credentialOf(item, t)} out of the archive`,
  credential_renewal_started: (item, t) => t`You started to renew ${credentialOf(item, t)}`,
  credential_renewal_updated: (item, t) => t`You changed the renewal of ${credentialOf(item, t)}`,
  credential_renewal_finished: (item, t) => t`You renewed ${credentialOf(item, t)}`,
  credential_renewal_undone: (item, t) => t`You undid the renewal of ${credentialOf(item, t)}`,
  credential_renewal_deleted: (item, t) => t`You deleted the renewal of ${credentialOf(item, t)}`,
  credential_renewal_restored: (item, t) => t`You restored the renewal of ${credentialOf(item, t)}`,
  credential_pass_added: (item, t) => {
    const wallet = walletOf(item)
    const what = credentialOf(item, t)
    return item.metadata.showsNumber === true
      ? t`You made a pass for ${wallet} of ${what}, with its number`
      : t`You made a pass for ${wallet} of ${what}`
  },
  credential_pass_ended: (item, t) => t`You ended the pass for ${walletOf(item)} of ${credentialOf(item, t)}`,
  credential_shared: ({ name, metadata }, t) => {
    const what = name ?? sharedOf(metadata, t)
    return metadata.hideNumber === true
      ? t`You created a share link for ${what}, with numbers hidden`
      : t`You created a share link for ${what}`
  },
  credential_share_changed: ({ name, metadata }, t) => {
    const link = linkTo(name, t)
    if (metadata.fields === 'token') return t`You replaced ${link}`
    const fields = listed(metadata.fields, shareFields, t)
    return fields === '' ? t`You changed ${link}` : t`You changed ${link}: ${fields}`
  },
  credential_share_opened: ({ name }, t) =>
    name === null
      ? t`Someone opened one of your share links for the first time`
      : t`Someone opened your share link for ${name} for the first time`,
  credential_health_shown: (item, t) => t`A share link showed ${credentialOf(item, t)}`,
  credential_share_revoked: ({ name }, t) => t`You ended ${linkTo(name, t)}`,
  file_uploaded: (item, t) =>
    item.metadata.source === 'mail' ? t`${fileOf(item, t)} came by email` : t`You added ${fileOf(item, t)}`,
  file_mail_held: msg`An email from a sender you have not allowed is on hold. Allow or delete it in “Add a credential”`,
  file_mail_allowed: msg`You allowed an email that was on hold`,
  file_mail_deleted: msg`You deleted an email that was on hold`,
  file_updated: (item, t) => t`You changed the details of ${fileOf(item, t)}`,
  file_downloaded: (item, t) =>
    item.resource === 'ceuCycle'
      ? t`You downloaded the audit packet of ${credentialOf(item, t)}`
      : t`You opened or downloaded ${fileOf(item, t)}`,
  file_deleted: (item, t) => t`You deleted ${fileOf(item, t)}`,
  file_exported: msg`You exported your data`,
  file_imported: ({ metadata }, t) =>
    metadata.source === 'firebase'
      ? t`The operator of this installation moved your data here`
      : t`You imported an export`,
  file_restored: (item, t) => t`You restored ${fileOf(item, t)}`,
  file_purged: (item, t) => t`You permanently deleted ${fileOf(item, t)}`,
  security_csp_violation: msg`Your browser blocked something a page tried to load`,
  security_invalid_input: msg`A request could not be read`,
  security_unauthorized_access: msg`A request for something that is not yours was refused`,
  security_rate_limit_exceeded: ({ resource, metadata: { act } }, t) =>
    resource === 'request'
      ? t`Too many requests at once: some were refused`
      : t(limited[String(act)] ?? limited.sign_in),
}

/** The bell does not know who it was. */
const personOf = ({ name, email }: Told['metadata'], t: Translate) =>
  name === undefined ? t`Your second person` : `${String(name)} (${String(email)})`

const limited: Record<string, string> & Record<LimitedAct, string> = {
  sign_in: msg`Too many sign-in attempts: some were refused`,
  mail: msg`Too many emails to your address were requested: some were refused`,
  password: msg`Your current password was asked for too often: some attempts were refused`,
  two_factor: msg`Too many two-step verification codes were tried: some were refused`,
  passcode: msg`Too many passcodes of a share link were tried: some were refused`,
  mail_in: msg`Too many emails were sent to your address for documents: some were not accepted`,
  calendar: msg`Your calendar address was read too often: some requests were refused`,
}

/** A sentence about the event. */
export function activityText(item: Told, t: Translate): string {
  const sentence = sentenceOf(item, t)
  const { leftOut } = item
  if (leftOut === null) return sentence
  return t`${plural(leftOut, { one: 'Once more', other: '# more times' })} in this hour: ${sentence}`
}

function sentenceOf(item: Told, t: Translate): string {
  const sentence = isKnown(item.action) ? sentences[item.action] : undefined
  if (sentence === undefined) return item.action.replaceAll('_', ' ')
  return typeof sentence === 'string' ? t(sentence) : sentence(item, t)
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action)
}

const fieldNames: Record<string, string> = {
  firstName: msg`first name`,
  lastName: msg`last name`,
  organization: msg`organization`,
  jobTitle: msg`job title`,
  birthMonth: msg`birth month`,
  settings: msg`language and time`,
}

/** The parts of the list that have a name: "the end date and the passcode". */
function listed(list: unknown, known: Record<string, string>, t: Translate): string {
  const names = String(list ?? '')
    .split(',')
    .flatMap((field) => known[field] ?? [])
  return new Intl.ListFormat(t.locale).format(names.map((name) => t(name)))
}

/** A record that the log names and that no longer exists. */
function ifGone(what: string, item: Told, t: Translate): string {
  return isGone(item) ? t`${what} that was later deleted permanently` : what
}

function walletOf({ metadata }: Told): string {
  return metadata.wallet === 'google' ? 'Google Wallet' : 'Apple Wallet'
}

function credentialOf(item: Told, t: Translate): string {
  const { resource, name, metadata } = item
  const { count } = metadata
  if (typeof count === 'number' && resource === 'ceuEntry')
    return t`${plural(count, { one: '# CE entry', other: '# CE entries' })}`
  if (typeof count === 'number' && resource === 'import')
    return t`${plural(count, { one: '# credential', other: '# credentials' })}`
  if (name === null) return ifGone(kindOf(item, t), item, t)
  if (resource === 'license') return t`your ${name} license`
  if (resource === 'ceuCycle') return t`the CE cycle of ${name}`
  if (resource === 'healthRecord') return t`the health record “${name}”`
  if (resource === 'requirementList') return t`the requirement list “${name}”`
  return resource === 'ceuEntry' || resource === 'competencyRecord' ? `“${name}”` : name
}

function kindOf({ resource, metadata }: Told, t: Translate): string {
  const type = typeof metadata.type === 'string' && metadata.type !== resource ? metadata.type : null
  if (resource === 'renewal') return t`a renewal`
  if (resource === 'lookup') return t`a look-up with a board or issuer`
  if (resource === 'requirementList') return t`a requirement list`
  if (resource === 'residence') return t`where you live`
  if (resource === 'competencyRecord') return t`a record of your practice log`
  if (resource === 'healthRecord') return t`a health record`
  if (resource === 'ceuCycle') return t`a CE cycle`
  if (resource === 'ceuEntry') return t`a CE entry`
  if (resource === 'license') return type ? t`a license (${type})` : t`a license`
  return resource === 'certification' ? t`a certification` : t`a credential`
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

/** The sentence about a purge already says that. */
function isGone({ action, resource, resourceId, name }: Told): boolean {
  return name === null && resourceId !== null && named.includes(resource) && !action.endsWith('_purged')
}

function emptied({ count }: Activity['metadata'], t: Translate): string {
  return typeof count === 'number' && count !== 1
    ? t`You emptied the trash: ${plural(count, { one: '# item', other: '# items' })}`
    : t`You emptied the trash`
}

const sharedNames: Record<string, string> = {
  license: msg`a license`,
  certification: msg`a certification`,
  ceuCycle: msg`a CE cycle`,
}

const linkTo = (name: string | null, t: Translate) =>
  name === null ? t`a share link` : t`the share link for ${name}`

function sharedOf({ type, things }: Activity['metadata'], t: Translate): string {
  if (type === 'packet' && typeof things === 'number')
    return t`${plural(things, { one: '# item', other: '# items' })}`
  return t(sharedNames[String(type)] ?? msg`one of your items`)
}

const shareFields: Record<string, string> = {
  expiresAt: msg`the end date`,
  allowDownloads: msg`downloads`,
  recipient: msg`the recipient`,
  note: msg`the note`,
  passcode: msg`the passcode`,
  viewLimit: msg`the view limit`,
}

const kinds: Record<string, string> = {
  'application/pdf': msg`a PDF`,
  'image/jpeg': msg`a JPEG picture`,
  'image/png': msg`a PNG picture`,
  'image/webp': msg`a WebP picture`,
  'image/heic': msg`a HEIC picture`,
  'image/heif': msg`a HEIF picture`,
}

function fileOf(item: Told, t: Translate): string {
  const { name, metadata } = item
  const kind = t(kinds[String(metadata.mimeType)] ?? msg`a file`)
  if (name !== null) return name
  const { size } = metadata
  return ifGone(typeof size === 'number' ? t`${kind} of ${bytesText(size, t)}` : kind, item, t)
}
