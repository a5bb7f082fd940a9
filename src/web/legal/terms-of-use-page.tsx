import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { LegalPage, LegalSection } from './legal-page.tsx'

export function TermsOfUsePage() {
  return (
    <LegalPage
      title={t`Terms of use`}
      gist={t`Your records stay yours. Keep your password to yourself, upload only your own documents, and verify important dates with the board or issuer.`}
    >
      <LegalSection title={t`1. Who these terms are between`}>
        <p>
          <Trans>
            Lanyard is software that anybody can run. These terms are between you and whoever runs the
            installation that you are using (“the operator”). If you run it yourself, you are both. The
            authors of the software are not a party to them and cannot see your data.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`2. Your account`}>
        <ul>
          <li>{t`You need a working email address and a password of at least 10 characters.`}</li>
          <li>
            <Trans>
              Keep the password secret. You are responsible for what is done with it until you tell the
              operator otherwise.
            </Trans>
          </li>
          <li>{t`One account is for one person. Give true information about yourself.`}</li>
          <li>{t`You can change your profile or delete the account at any time in Settings.`}</li>
        </ul>
      </LegalSection>
      <LegalSection title={t`3. What you may store`}>
        <p>
          <Trans>
            Licenses, certifications, course records and the documents that belong to them, as long as they
            are yours. Not allowed:
          </Trans>
        </p>
        <ul>
          <li>{t`patient information of any kind;`}</li>
          <li>{t`documents that are forged, or that belong to somebody else;`}</li>
          <li>{t`anything unlawful, or meant to harm the installation or its other users;`}</li>
          <li>{t`attempts to access another person’s records or to bypass the limits on size and number.`}</li>
        </ul>
      </LegalSection>
      <LegalSection title={t`4. Your data stays yours`}>
        <p>
          <Trans>
            You keep every right to what you enter and upload. The operator may store and process it only to
            run Lanyard for you. It is not sold and not used to advertise.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`5. What Lanyard does not promise`}>
        <p>
          <Trans>
            Lanyard is provided as is. It shows what follows from the dates you entered; it does not confirm a
            credential with a board, an issuer or an employer. As far as the law allows, neither the operator
            nor the authors are liable for a missed renewal, a lost shift or a decision that someone made
            because of what Lanyard showed. Rights that the law does not let you waive are not affected.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`6. Interruptions and ending`}>
        <p>
          <Trans>
            The operator may interrupt the service for maintenance, and may close an account that breaks
            section 3. You may leave at any time, with your data: delete the account in Settings, and what it
            held is removed.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`7. Changes`}>
        <p>
          <Trans>
            When these terms change, the date at the top changes with them. If you do not agree with a change,
            delete your account; using Lanyard after it took effect means that you accept it.
          </Trans>
        </p>
      </LegalSection>
    </LegalPage>
  )
}
