import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { DeleteAccountDialog } from '#web/account-deletion/delete-account-dialog.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { MailInCard } from '#web/mail-in/mail-in-card.tsx'
import { ExportCard } from '#web/transfer/export-card.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Export, import and deletion of the account. */
export function DataAndAccountView({ user }: { user: User }) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="grid gap-10">
      <ExportCard />
      <MailInCard user={user} />
      <section aria-labelledby="bring-title" className="grid gap-4">
        <div className="grid max-w-[62ch] gap-1">
          <h3 id="bring-title" className="text-lg">{t`Import your data`}</h3>
          <p className="text-muted">
            <Trans>
              Tables of licenses, certifications and courses, transcripts, or what you exported from another
              Lanyard. You review everything first, and can undo an import for 30 days.
            </Trans>
          </p>
        </div>
        <ButtonLink to="/settings/import" className="justify-self-start">
          <Upload aria-hidden className="size-5" />
          {t`Import your data`}
        </ButtonLink>
      </section>
      <section aria-labelledby="remove-title" className="grid gap-4">
        <div className="grid max-w-[62ch] gap-1">
          <h3 id="remove-title" className="text-lg">{t`Delete your account`}</h3>
          <p className="text-muted">
            <Trans>
              This permanently deletes your credentials, files, profile and activity. Export your data first
              if you may need it later.
            </Trans>
          </p>
        </div>
        <Button
          className="justify-self-start"
          onPress={() => setRemoving(true)}
        >{t`Delete my account…`}</Button>
      </section>
      <DeleteAccountDialog email={user.email} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </div>
  )
}
