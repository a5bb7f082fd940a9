import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { removePasskey } from '#web/auth/sign-in-methods-api.ts'
import { canUsePasskeys } from '#web/auth/use-passkey.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialog.tsx'
import { SecuritySection } from './security-section-view.tsx'
import { type Passkey, passkeyName, passkeyText } from './security-text.ts'

type OpenDialog = { what: 'rename' | 'remove'; passkey: Passkey }

/** The fingerprint, face or PIN of a device, instead of a password. */
export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const [isAdding, setAdding] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const isSupported = canUsePasskeys()
  return (
    <SecuritySection
      title={t`Passkeys`}
      summary={
        isSupported
          ? t`Sign in with the fingerprint, face or PIN that unlocks your device. There’s nothing to remember, and nothing a fake website could steal.`
          : t`This browser does not support passkeys here. Try another browser to add one.`
      }
      action={
        isSupported && (
          <Button onPress={() => setAdding(true)}>
            {passkeys.length > 0 ? t`Add another` : t`Add a passkey`}
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setDialog({ what, passkey })} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {dialog?.what === 'rename' && <RenamePasskeyDialog passkey={dialog.passkey} onClose={close} />}
      {dialog?.what === 'remove' && (
        <ConfirmChangeDialog
          title={t`Remove this passkey?`}
          body={
            <Trans>
              You can no longer sign in with “{[passkeyName(dialog.passkey)]}”. Your device may keep it in its
              own list until you delete it there too.
            </Trans>
          }
          confirmLabel={t`Remove`}
          failedTitle={t`Not removed`}
          change={() => removePasskey(dialog.passkey.id)}
          onDone={() => showToast({ title: t`Passkey removed`, description: passkeyName(dialog.passkey) })}
          onClose={close}
        />
      )}
    </SecuritySection>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (what: OpenDialog['what']) => void }) {
  const user = useUser()
  const name = passkeyName(passkey)
  return (
    <li className="flex items-center gap-3 py-2">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted text-sm">{passkeyText(passkey, user)}</p>
      </div>
      <IconButton label={t`Rename ${name}`} icon={Pencil} onPress={() => onAsk('rename')} />
      <IconButton label={t`Remove ${name}`} icon={Trash2} onPress={() => onAsk('remove')} />
    </li>
  )
}
