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
      intro={t`Every PDF and ZIP that this installation makes for others is signed. See whether yours was changed since.`}
      width="form"
    >
      <FileCheckView />
      <section aria-labelledby="meaning-title" className="grid gap-3">
        <h2 id="meaning-title" className="text-lg">{t`What “unchanged” means`}</h2>
        <ul className="grid max-w-[62ch] list-disc gap-2 pl-5">
          <li>{t`The file is, byte for byte, what this installation made at that time.`}</li>
          <li>{t`It is not a check with the board. A nurse entered the records and uploaded the documents. Verify each license with its board.`}</li>
          <li>{t`It does not say that the records are still current, or who sent you the file.`}</li>
        </ul>
      </section>
      <section aria-labelledby="paper-title" className="grid grid-cols-1 gap-3">
        <h2 id="paper-title" className="text-lg">{t`Only a printed page?`}</h2>
        <p className="max-w-[62ch] text-muted">{t`The first page of a packet has a code. It tells when the packet was made, not what was in it.`}</p>
        <CodeCheckForm />
      </section>
      <section aria-labelledby="offline-title" className="grid gap-3">
        <h2 id="offline-title" className="text-lg">{t`Without this page`}</h2>
        <p className="max-w-[62ch] text-muted">
          <Trans>
            With <PublicKeyLink>the public key of this installation</PublicKeyLink>, a file can be checked on
            any computer, also offline. “Checking a file” in the documentation of Lanyard has the commands.
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
