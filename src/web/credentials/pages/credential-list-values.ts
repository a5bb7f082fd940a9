import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { type CredentialFilter, listCredentials } from '#web/credentials/api.ts'

const header = [
  ...['Name', 'License or certification', 'Type', 'State', 'Code', 'Number', 'Issued by', 'Issued on'],
  ...['Expires on', 'Never expires', 'Status', 'Days left', 'Tags', 'Notes', 'Archived'],
]

/** Every credential that the filter finds, in its order, with its status on `today`. */
export async function credentialTable(filter: CredentialFilter, today: string): Promise<ListTable> {
  const all: Credential[] = []
  let cursor: string | undefined
  do {
    const page = await listCredentials(filter, cursor)
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return { header, rows: all.map((each) => rowOf(each, today)) }
}

function rowOf(credential: Credential, today: string): ListTable['rows'][number] {
  const { kind, number, issuer, issuedAt, expiresAt, neverExpires, daysLeft, tags, notes } = credential
  const isLicense = kind === 'license'
  return [
    ...[credentialTitle(credential), isLicense ? 'License' : 'Certification'],
    ...[isLicense ? credential.type : null, isLicense ? credential.state : null],
    ...[isLicense ? null : credential.code, number, issuer, dateCell(issuedAt), dateCell(expiresAt)],
    ...[neverExpires ? 'yes' : 'no', lookOf(credential, today).replaceAll('_', ' '), daysLeft],
    ...[tags.join('; '), notes, credential.archivedAt === null ? 'no' : 'yes'],
  ]
}
