import type { Credential } from '#shared/credentials/credential.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { type CredentialFilter, listCredentials } from '#web/credentials/api.ts'
import { credentialName } from '#web/credentials/credential-text.ts'
import { statusText } from '#web/credentials/status-badge.tsx'
import { everyItem } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'

const header = [
  ...[msg`Name`, msg`License or certification`, msg`Type`, msg`State`, msg`Code`, msg`Number`],
  ...[msg`Issued by`, msg`Issued on`, msg`Expires on`, msg`Never expires`, msg`Status`, msg`Days left`],
  ...[msg`Tags`, msg`Notes`, msg`Archived`],
]

/** Every credential that matches the filter, in the list's order, with its status on `today`. */
export async function credentialTable(filter: CredentialFilter, today: string): Promise<ListTable> {
  const all = await everyItem((cursor) => listCredentials(filter, cursor))
  return { header: header.map((name) => t(name)), rows: all.map((each) => rowOf(each, today)) }
}

function rowOf(credential: Credential, today: string): ListTable['rows'][number] {
  const { kind, number, issuer, issuedAt, expiresAt, neverExpires, daysLeft, tags, notes } = credential
  const isLicense = kind === 'license'
  return [
    ...[credentialName(credential), isLicense ? t`License` : t`Certification`],
    ...[isLicense ? credential.type : null, isLicense ? credential.state : null],
    ...[isLicense ? null : credential.code, number, issuer, dateCell(issuedAt), dateCell(expiresAt)],
    ...[yesOrNo(neverExpires), statusText(lookOf(credential, today)).toLowerCase(), daysLeft],
    ...[tags.join('; '), notes, yesOrNo(credential.archivedAt !== null)],
  ]
}

function yesOrNo(value: boolean): string {
  return value ? t`yes` : t`no`
}
