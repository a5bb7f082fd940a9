import type { ReactNode } from 'react'
import { nursingRoles } from '#shared/account/roles.ts'
import { findCertification } from '#shared/credentials/certification.ts'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { NumberView } from '#web/credentials/credential-number-view.tsx'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'

/** Everything that is known of it; what was never filled in is left out. */
export function FactList({ credential }: { credential: Credential }) {
  const { locale, timeZone } = useUser()
  const date = (value: string | null) => value && formatDate(value, locale)
  const instant = (iso: string) => formatInstant(iso, { locale, timeZone })
  const title = credentialTitle(credential)
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title" className="mb-3 text-lg">
        Details
      </h2>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name="Number">
          {credential.number && <NumberView number={credential.number} of={title} canCopy />}
        </Fact>
        <Fact name="Issued by">{credential.issuer}</Fact>
        <Fact name="Issued on">{date(credential.issuedAt)}</Fact>
        <Fact name="Expires on">{date(credential.expiresAt) ?? 'No expiry date'}</Fact>
        {credential.kind === 'license' && <LicenseFacts license={credential} />}
        {credential.reminderDays !== null && <Fact name="Lead time">{credential.reminderDays} days</Fact>}
        {credential.kind === 'certification' && (
          <Fact name="Usual renewal">{renewalNoteOf(credential.code)}</Fact>
        )}
        <Fact name="Notes">
          {credential.notes && <span className="whitespace-pre-line">{credential.notes}</span>}
        </Fact>
        <Fact name="Added">{instant(credential.createdAt)}</Fact>
        {credential.updatedAt !== credential.createdAt && (
          <Fact name="Changed">{instant(credential.updatedAt)}</Fact>
        )}
      </dl>
    </section>
  )
}

/** "RN, Registered Nurse"; a type of her own as she wrote it. */
function roleWords(type: string): string {
  const meaning = Object.entries(nursingRoles).find(([code]) => code === type)?.[1]
  return meaning ? `${type}, ${meaning}` : type
}

function renewalNoteOf(code: string | null): string | null {
  return code === 'OTHER' ? null : (findCertification(code)?.renewalNote ?? null)
}

function LicenseFacts({ license }: { license: Extract<Credential, { kind: 'license' }> }) {
  return (
    <>
      <Fact name="License type">{roleWords(license.type)}</Fact>
      <Fact name="Compact">{license.multistate ? 'Multistate license' : null}</Fact>
      {license.renewalCycle !== null && (
        <Fact name="Renewed every">
          {license.renewalCycle} {license.renewalCycle === 1 ? 'year' : 'years'}
        </Fact>
      )}
      {license.extra.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal, and nothing moves here
        <Fact key={`${at} ${name}`} name={name}>
          {value}
        </Fact>
      ))}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
