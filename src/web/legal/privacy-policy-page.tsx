import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { LegalPage, LegalSection } from './legal-page.tsx'

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title={t`Privacy policy`}
      gist={t`Your data stays in the installation you are using, whose operator can read it. No advertising, no tracking, nothing shared with third parties.`}
    >
      <LegalSection title={t`Who is responsible`}>
        <p>
          <Trans>
            The person or organization that runs this installation (“the operator”). It may be you. The
            authors of the software receive nothing from it: the program sends no statistics and loads nothing
            from other servers.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`What is stored`}>
        <ul>
          <li>
            <Trans>
              <strong>Your account:</strong> email address, name, and what you add to your profile:
              organization, job title, language and time zone. Your password is stored only as an Argon2id
              hash.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Your vault:</strong> the licenses and certifications that you enter, with their numbers,
              dates, tags and notes, and the files you upload, exactly as you uploaded them.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Your sessions:</strong> when you signed in, with which browser, and the network address
              that asked. Session tokens are stored only as hashes.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>An activity log:</strong> what was done in your account and when, so that you can spot
              activity that was not yours. It holds no license numbers and no file contents, and stays in this
              installation.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Outgoing mail:</strong> messages about your account wait in a queue. Once a mail server
              has taken one, its text is removed.
            </Trans>
          </li>
        </ul>
      </LegalSection>
      <LegalSection title={t`Who can see it`}>
        <p>
          <Trans>
            You, and the operator of this installation. <strong>The operator can read what is in it:</strong>{' '}
            license numbers, notes and uploaded files, even where the files are encrypted on disk, because the
            server has the key. Other users cannot. If you do not want to trust someone else with that, you
            can run Lanyard yourself.
          </Trans>
        </p>
        <p>
          <Trans>
            Previews leave out hidden photo data, such as the location where a photo was taken. The original,
            which no other user can download, is unchanged.
          </Trans>
        </p>
        <p>
          <Trans>
            Anyone who has a share link, a calendar address, an access token or a phone with a wallet pass
            sees what you chose for it, without signing in, until it ends. You end each in your settings or
            where you made it. What was already read, saved or kept on a phone that stays offline cannot be
            taken back.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`Cookies`}>
        <p>
          <Trans>
            One cookie keeps you signed in. Another recognizes a browser you have signed in with before, so
            that someone else’s failed attempts do not lock you out. A third remembers the language you chose.
            All are necessary, none tracks you, and there are no others.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`On your device`}>
        <p>
          <Trans>
            If you choose “Keep me signed in”, this browser keeps an encrypted copy of your vault, so that you
            can read it without a connection, the documents that you choose to keep there, and changes that
            wait to be sent. Share links that others sent you are never kept. The copy is deleted when you
            sign out, when you end the session from another device (as soon as this one has a connection
            again), and after 30 days without a connection. Whoever can unlock this device and open this
            browser can read it, unless you lock it with a PIN. You can turn it off in Settings, under
            Offline. On a shared computer nothing is kept.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`Third parties`}>
        <p>
          <Trans>
            None. Links to other sites, such as a board of nursing or a course provider, open only when you
            follow them, and they have policies of their own.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`How long, and how to leave`}>
        <p>
          <Trans>
            You can export everything in Settings at any time. Your records stay until you remove them.
            Deleted items stay in the trash for 30 days, where you can restore them, and are then removed with
            their files. You can empty the trash at any time. Nobody can change your activity log; it is
            deleted with your account.
          </Trans>
        </p>
        <p>
          <Trans>
            When you delete your account in Settings, everything in it is removed at once: records, files,
            sessions, share links, waiting messages and the activity log. A final email confirms the deletion;
            your address is removed once that is sent, and after a day at the latest. Counters that limit mail
            keep a one-way hash of the address for an hour. Backups that the operator keeps are overwritten on
            the operator’s schedule.
          </Trans>
        </p>
      </LegalSection>
      <LegalSection title={t`Your rights`}>
        <p>
          <Trans>
            You can see, correct and delete everything in the application itself. For anything else, such as
            questions about backups, write to the operator of this installation.
          </Trans>
        </p>
      </LegalSection>
    </LegalPage>
  )
}
