import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type RecoveryCodeDialogProps = { codes: string[]; onClose: () => void }

/** Shown only once, so closing it asks first. */
export function RecoveryCodeDialog({ codes, onClose }: RecoveryCodeDialogProps) {
  const [copyResult, setCopyResult] = useState<'copied' | 'refused' | null>(null)
  const [isAsked, setAsked] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopyResult('copied')
    } catch {
      setCopyResult('refused')
    }
  }
  return (
    <Dialog
      title={t`Save these recovery codes`}
      role="alertdialog"
      onClose={() => (isAsked ? onClose() : setAsked(true))}
      footer={<Button tone="primary" onPress={onClose}>{t`I saved them`}</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <p>
          <Trans>
            Two-step verification is on. If you lose or replace your phone, sign in with one of these codes
            instead. Each works once, and they are only shown now.
          </Trans>
        </p>
        <CodeList codes={codes} />
        <div className="flex flex-wrap items-center gap-2">
          <Button onPress={() => void copy()}>{t`Copy all`}</Button>
          <Button onPress={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t`Print`}
          </Button>
          <p role="status" className="text-muted text-sm">
            {copyResult === 'copied' && t`Copied. Keep them somewhere private.`}
            {copyResult === 'refused' && t`Your browser blocked copying. Select the codes and copy them.`}
          </p>
        </div>
        {isAsked && (
          <p role="alert" className="rounded-card bg-expiring-soft p-4">
            <Trans>
              Did you save them? They won’t be shown again. Close this again to continue; you can create new
              codes here at any time.
            </Trans>
          </p>
        )}
      </div>
      <Paper codes={codes} />
    </Dialog>
  )
}

function CodeList({ codes }: { codes: string[] }) {
  return (
    <ol className="grid select-all grid-cols-1 gap-x-8 gap-y-1 rounded-card bg-sunken p-4 font-mono sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  )
}

/** The printed page. It does not reveal to a finder what the codes are for. */
function Paper({ codes }: { codes: string[] }) {
  const { email } = useUser()
  return createPortal(
    <div className="paper hidden">
      <h1 className="text-xl">{t`Lanyard recovery codes`}</h1>
      <p className="my-4">
        <Trans>
          For {[email]}. Each works once, in place of the code from the authenticator app. Keep this page
          where you keep your passport.
        </Trans>
      </p>
      <CodeList codes={codes} />
    </div>,
    document.body,
  )
}
