import { nursingRoles } from '#shared/account/roles.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { credentialDetails, type Detail } from '#shared/credentials/details.ts'
import { licenseTitle } from '#shared/credentials/license-text.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { CredentialNumberView } from '#web/credentials/credential-number-view.tsx'
import { credentialName } from '#web/credentials/credential-text.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { DetailRow } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'

// Needs the list of all certifications, which a license page does not load.
const UsualRenewal = lazyPart(
  () => import('./usual-renewal-view.tsx'),
  'UsualRenewal',
  () => (
    <DetailRow name={t`How long it lasts`}>
      <Skeleton className="h-18" />
    </DetailRow>
  ),
)

/** Whether the name and the status above the details say it already. */
function isSaidAbove({ key, text }: Detail, credential: Credential): boolean {
  if (key === 'state') return credential.kind === 'license' && credential.title === licenseTitle(credential)
  return key === 'expiresAt' || text === credentialName(credential)
}

/** Every non-empty field that is not above them. */
export function CredentialDetailsList({ credential }: { credential: Credential }) {
  const { locale, timeZone } = useUser()
  const instant = (iso: string) => formatInstant(iso, { locale, timeZone })
  const details = credentialDetails(credential, { t, formatDate: (date) => formatDate(date, locale) })
  return (
    <section aria-labelledby="details-title">
      <h2 id="details-title" className="mb-3 text-lg">{t`Details`}</h2>
      <dl className="divide-y divide-line border-line border-y">
        {details
          .filter((detail) => !isSaidAbove(detail, credential))
          .map((detail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two custom fields may be equal, and nothing moves here
            <DetailRow key={`${index} ${detail.label}`} name={detail.label}>
              <DetailText detail={detail} title={credentialName(credential)} />
            </DetailRow>
          ))}
        {credential.kind === 'certification' && credential.code !== null && credential.code !== OTHER && (
          <UsualRenewal code={credential.code} />
        )}
        <DetailRow name={t`Added`}>{instant(credential.createdAt)}</DetailRow>
        {credential.updatedAt !== credential.createdAt && (
          <DetailRow name={t`Updated`}>{instant(credential.updatedAt)}</DetailRow>
        )}
      </dl>
    </section>
  )
}

function DetailText({ detail: { key, text }, title }: { detail: Detail; title: string }) {
  switch (key) {
    case 'number':
      return <CredentialNumberView number={text} of={title} canCopy />
    case 'type':
      return roleText(text)
    case 'notes':
      return <span className="whitespace-pre-line">{text}</span>
    default:
      return text
  }
}

/** "RN, Registered Nurse"; a custom type unchanged. */
function roleText(type: string): string {
  const meaning = Object.entries(nursingRoles).find(([code]) => code === type)?.[1]
  return meaning ? `${type}, ${meaning}` : type
}
