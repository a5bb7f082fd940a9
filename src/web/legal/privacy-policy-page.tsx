import { LegalPage, LegalSection } from './legal-page.tsx'

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      gist="What you put into Lanyard stays in the installation you are using. No advertising, no tracking, nothing handed to third parties."
    >
      <LegalSection title="Who is responsible">
        <p>
          The person or organization that runs this installation (“the operator”). It may be you. The authors
          of the software receive nothing from it: the program sends no statistics and loads nothing from
          other servers.
        </p>
      </LegalSection>
      <LegalSection title="What is stored">
        <ul>
          <li>
            <strong>Your account:</strong> email address, name, and what you add to your profile:
            organization, job title, language and time zone. Your password is stored only as an Argon2id hash.
          </li>
          <li>
            <strong>Your vault:</strong> the licenses and certifications that you enter, with their numbers,
            dates, tags and notes, and the files that you upload, byte for byte.
          </li>
          <li>
            <strong>Your sessions:</strong> when you signed in, with which browser, and the network address
            that asked. Session tokens are stored only as hashes.
          </li>
          <li>
            <strong>An activity log:</strong> what was done in your account and when, so that you can notice
            what was not you. It holds no license numbers and no file contents, and stays in this
            installation.
          </li>
          <li>
            <strong>Outgoing mail:</strong> messages about your account wait in a queue. Once a mail server
            has taken one, its text is removed.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Who can see it">
        <p>
          You. Other users cannot. The operator has the technical means to reach the database and the files,
          as with any server; if you do not want to trust somebody else with that, you can run Lanyard
          yourself.
        </p>
        <p>
          Pictures made for display leave out what cameras hide in photos, such as the place where they were
          taken. The original that only you can download stays as it was.
        </p>
      </LegalSection>
      <LegalSection title="Cookies">
        <p>
          One cookie keeps you signed in, and one recognizes a browser that you have signed in with before, so
          that a stranger’s failed attempts do not lock you out. Both are needed, neither tracks you, and
          there are no others.
        </p>
      </LegalSection>
      <LegalSection title="Third parties">
        <p>
          None. Links to other sites, such as a board of nursing or a course provider, open only when you
          follow them, and they have policies of their own.
        </p>
      </LegalSection>
      <LegalSection title="How long, and how to leave">
        <p>
          You can export everything in Settings at any time. Your records stay until you remove them. What you
          delete waits in the trash for 30 days, so that you can bring it back, and is then removed with its
          files; you can empty the trash at any time. Your activity log cannot be changed by anybody and goes
          with your account.
        </p>
        <p>
          When you delete your account in Settings, everything in it is removed at once: records, files,
          sessions, share links, waiting messages and the activity log. A last message tells you when it is
          done; your address goes when that has left, and after a day at the latest. Counters that hold back
          floods of mail keep an unreadable mark of the address for an hour. Backups that the operator keeps
          are overwritten on the operator’s schedule.
        </p>
      </LegalSection>
      <LegalSection title="Your rights">
        <p>
          You can see, correct and delete everything in the application itself. For anything else, such as
          questions about backups, write to the operator of this installation.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
