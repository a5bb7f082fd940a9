import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type RecoveryCodeDialogProps = { codes: string[]; onClose: () => void }

/** Shown this once. Closing by mistake is answered with a question first. */
export function RecoveryCodeDialog({ codes, onClose }: RecoveryCodeDialogProps) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null)
  const [isAsked, setAsked] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setSaid('copied')
    } catch {
      setSaid('refused')
    }
  }
  return (
    <Dialog
      title="Keep these recovery codes"
      role="alertdialog"
      isOpen
      onOpenChange={(opens) => !opens && (isAsked ? onClose() : setAsked(true))}
      footer={
        <Button tone="primary" onPress={onClose}>
          I have kept them
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p>
          Your second step is on. When your phone is lost or new, one of these codes lets you in instead. Each
          works once, and they are shown only now.
        </p>
        <CodeList codes={codes} />
        <div className="flex flex-wrap items-center gap-2">
          <Button onPress={() => void copy()}>Copy all</Button>
          <Button onPress={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            Print
          </Button>
          <p role="status" className="text-muted text-sm">
            {said === 'copied' && 'Copied. Put them where only you get to.'}
            {said === 'refused' && 'This browser did not allow it. Select the codes and copy them by hand.'}
          </p>
        </div>
        {isAsked && (
          <p role="alert" className="rounded-card bg-expiring-soft p-4">
            Did you keep them? They are not shown again. Close once more to go on; you can make new ones here
            at any time.
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

/** What comes out of the printer, alone on its sheet. It does not say what it opens to whoever finds it. */
function Paper({ codes }: { codes: string[] }) {
  const { email } = useUser()
  return createPortal(
    <div className="paper hidden">
      <h1 className="text-xl">Lanyard recovery codes</h1>
      <p className="my-4">
        For {email}. Each works once, in place of the code from the authenticator app. Keep this sheet where
        you keep your passport.
      </p>
      <CodeList codes={codes} />
    </div>,
    document.body,
  )
}
