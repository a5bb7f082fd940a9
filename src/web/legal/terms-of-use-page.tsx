import { LegalPage, LegalSection } from './legal-page.tsx'

export function TermsOfUsePage() {
  return (
    <LegalPage
      title="Terms of use"
      gist="Your records stay yours. Keep your password to yourself, upload only what is your own to keep, and check important dates at the source."
    >
      <LegalSection title="1. Who these terms are between">
        <p>
          Lanyard is software that anybody can run. These terms are between you and whoever runs the
          installation that you are using (“the operator”). If you run it yourself, you are both. The authors
          of the software are not a party to them and cannot see your data.
        </p>
      </LegalSection>
      <LegalSection title="2. Your account">
        <ul>
          <li>You need a working email address and a password of at least 10 characters.</li>
          <li>
            Keep the password secret. What is done with it counts as done by you until you tell the operator
            otherwise.
          </li>
          <li>One account is for one person. Give true information about yourself.</li>
          <li>You can change your profile or delete the account at any time in Settings.</li>
        </ul>
      </LegalSection>
      <LegalSection title="3. What you may keep here">
        <p>
          Licenses, certifications, course records and the documents that belong to them, as long as they are
          yours. Not allowed:
        </p>
        <ul>
          <li>patient information of any kind;</li>
          <li>documents that are forged, or that belong to somebody else;</li>
          <li>anything unlawful, or meant to harm the installation or its other users;</li>
          <li>attempts to reach another person’s records, or to get round the limits on size and number.</li>
        </ul>
      </LegalSection>
      <LegalSection title="4. What is yours stays yours">
        <p>
          You keep every right to what you enter and upload. The operator may store and process it only to run
          Lanyard for you. It is not sold and not used to advertise.
        </p>
      </LegalSection>
      <LegalSection title="5. What Lanyard does not promise">
        <p>
          Lanyard is provided as it is. It tells you what follows from the dates that you entered; it does not
          confirm a credential with a board, an issuer or an employer. As far as the law allows, neither the
          operator nor the authors are liable for a missed renewal, a lost shift or a decision that somebody
          took from what a screen said. Rights that the law does not let you give up stay untouched.
        </p>
      </LegalSection>
      <LegalSection title="6. Interruptions and ending">
        <p>
          The operator may interrupt the service for upkeep, and may close an account that breaks section 3.
          You may leave at any time, with your data: delete the account in Settings, and what it held is
          removed.
        </p>
      </LegalSection>
      <LegalSection title="7. Changes">
        <p>
          When these terms change, the date at the top changes with them. If you do not agree with a change,
          delete your account; using Lanyard after it took effect means that you accept it.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
