import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Page } from '#web/ui/page.tsx'
import { publicKeyUrl } from './api.ts'
import { CodeCheckForm } from './code-check-form.tsx'
import { FileCheckView } from './file-check-view.tsx'

/** `/check`, for whoever was given a file by a nurse. */
export function CheckPage() {
  return (
    <Page
      title={t`Check a file`}
      intro={t`Lanyard is where nurses keep their licenses, certifications and course certificates. If a nurse gave you a PDF or ZIP from this website, you can see here whether it was changed after it was made.`}
      width="form"
    >
      <FileCheckView />
      <section aria-labelledby="meaning-title" className="grid gap-3">
        <h2 id="meaning-title" className="text-lg">{t`What the result means`}</h2>
        <ul className="grid max-w-[62ch] list-disc gap-2 pl-5">
          <li>{t`“Unchanged” means that this website made the file, and that nothing in it was changed since.`}</li>
          <li>{t`It does not mean that a license is real. The nurse typed the records and uploaded the documents, and this website did not check them with anyone. Look up each license with its state board.`}</li>
          <li>{t`It does not mean that the records are still current. It does not say who sent you the file.`}</li>
          <li>{t`“Changed” and “Unknown file” do not prove that anybody cheated. Ask for the original file first.`}</li>
        </ul>
      </section>
      <section aria-labelledby="paper-title" className="grid grid-cols-1 gap-3">
        <h2 id="paper-title" className="text-lg">{t`Only a printed page?`}</h2>
        <p className="max-w-[62ch] text-muted">{t`Type the code from its first page. You see when the file was made, but not whether your page is the same.`}</p>
        <CodeCheckForm />
      </section>
      <section aria-labelledby="offline-title" className="grid gap-3">
        <h2 id="offline-title" className="text-lg">{t`For IT staff: check without this page`}</h2>
        <p className="max-w-[62ch] text-muted">
          <Trans>
            With <PublicKeyLink>the public key of this website</PublicKeyLink>, a command can check a file on
            any computer, also offline. The commands are under “Checking a file” in the documentation of
            Lanyard.
          </Trans>
        </p>
      </section>
    </Page>
  )
}

function PublicKeyLink({ children }: { children?: React.ReactNode }) {
  return (
    <a href={publicKeyUrl} download="lanyard-key.pem" className="text-ink underline underline-offset-4">
      {children}
    </a>
  )
}
