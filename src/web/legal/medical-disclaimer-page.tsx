import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { LegalPage, LegalSection } from './legal-page.tsx'

export function MedicalDisclaimerPage() {
  return (
    <LegalPage
      title={t`Medical disclaimer`}
      gist={t`Lanyard keeps track of paperwork. It gives no medical advice and does not decide whether you may practice.`}
    >
      <LegalSection title={t`Not medical advice`}>
        <p>
          <Trans>
            Nothing in Lanyard is medical, nursing or treatment advice, and nothing in it is meant to
            diagnose, treat or prevent a condition. Do not use it to make decisions about a patient. Do not
            store patient information in it: uploads and notes are for your own credentials.
          </Trans>
        </p>
        <p>{t`In an emergency in the United States, call 911.`}</p>
      </LegalSection>
      <LegalSection title={t`Not a substitute for your board, issuer or employer`}>
        <p>
          <Trans>
            A status in Lanyard is arithmetic: it compares the expiration date you entered with today’s date
            in your time zone. “Active” means that this date has not passed. It does not mean that a board of
            nursing, a certifying body or an employer has confirmed anything, and it does not include
            discipline, restrictions or lapses that you did not enter.
          </Trans>
        </p>
        <p>
          <Trans>
            Whether you may work, where, and in which role is decided by the state’s board, by the body that
            issued the certification and by your employer. Check with them before you rely on a date,
            especially when it is close.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`Lists, suggested dates and other reference facts`}>
        <p>
          <Trans>
            The lists of states, boards and certifications and the usual validity of a card come from public
            sources, gathered on a stated day. They can be incomplete, and they change. When a form suggests
            an expiration date, use the date printed on your card instead.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`Things that can go wrong`}>
        <p>
          <Trans>
            A date can be mistyped, a clock can be wrong, a server can be down. Do not rely on Lanyard alone
            to keep your credentials current. Keep the originals of your cards and certificates.
          </Trans>
        </p>
      </LegalSection>
    </LegalPage>
  )
}
