import { findCertification } from '#shared/credentials/known-certifications.ts'
import { t } from '#web/i18n/t.ts'
import { EnglishWords, InEnglish } from '#web/ui/english-words.tsx'
import { DetailRow } from '#web/ui/page.tsx'

/** From the data file, which is in English. */
export function UsualRenewal({ code }: { code: string }) {
  const known = findCertification(code)
  if (!known) return null
  return (
    <>
      <DetailRow name={t`How long it lasts`}>
        <EnglishWords>{`${known.termNote}.`}</EnglishWords>
        <InEnglish />
      </DetailRow>
      <DetailRow name={t`How to renew`}>
        <p>
          <EnglishWords>{`${known.renewalNote}.`}</EnglishWords>
        </p>
        {known.renewUrl && (
          <a href={known.renewUrl} target="_blank" rel="noreferrer" className="underline">
            {t`The issuer’s page`}
          </a>
        )}
      </DetailRow>
    </>
  )
}
