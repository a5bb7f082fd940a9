import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { findKnownDocument, publicKeyUrl } from './api.ts'
import { kindTexts, linkText, timeOf } from './document-text.ts'
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

/** For somebody who has only paper: what is known of the code on it. */
function CodeCheckForm() {
  const [code, setCode] = useState('')
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: findKnownDocument })
  return (
    <form
      className="grid max-w-xl grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') mutate(code)
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <TextField
            label={t`Code on the page`}
            isRequired
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={code}
            onChange={(next) => {
              setCode(next)
              reset()
            }}
          />
        </div>
        <Button type="submit" isPending={isPending}>{t`Look up`}</Button>
      </div>
      <div role="status">
        {data && (
          <div className="grid gap-2 rounded-card bg-sunken p-4">
            <p className="font-semibold">{t`A file with this code was made on ${timeOf(data.madeAt)}.`}</p>
            <p>
              {t(kindTexts[data.kind])} {linkText(data)}
            </p>
            <p>{t`This says nothing about the page in your hand, because a code can be copied onto any page. Ask for the file itself and check it above.`}</p>
          </div>
        )}
        {data === null && (
          <div className="grid gap-2 rounded-card bg-sunken p-4">
            <p className="font-semibold">{t`This website does not know this code now`}</p>
            <p>{t`It may be mistyped, from another website with Lanyard, or of an account that was deleted since.`}</p>
          </div>
        )}
      </div>
      {error && <ProblemNote problem={error} onRetry={() => mutate(code)} />}
    </form>
  )
}
