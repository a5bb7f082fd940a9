import { findCertification } from '#shared/credentials/known-certifications.ts'
import { t } from '#web/i18n/t.ts'
import { DetailRow } from '#web/ui/page.tsx'

/** From the data file. */
export function UsualRenewal({ code }: { code: string }) {
  const known = findCertification(code)
  if (!known) return null
  return (
    <DetailRow name={t`Usual renewal`}>
      <p>{`${known.termNote}.`}</p>
      <p>{t`Ways to renew: ${known.renewalNote}.`}</p>
      {known.renewUrl && (
        <a href={known.renewUrl} target="_blank" rel="noreferrer" className="underline">
          {t`The issuer’s page`}
        </a>
      )}
    </DetailRow>
  )
}
