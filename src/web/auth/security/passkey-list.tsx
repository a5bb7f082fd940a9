import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { removePasskey } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { canUsePasskeys } from '#web/auth/use-passkey.ts'
import { useUser } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialog.tsx'
import { SecurityGroup } from './security-section-view.tsx'
import { type Passkey, passkeyName, passkeyText } from './security-text.ts'
import { useWayInChange } from './use-sign-in-method-change.ts'

type Asked = { what: 'rename' | 'remove'; passkey: Passkey }

/** The finger, face or PIN of a device, in place of a password. */
export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const isSupported = canUsePasskeys()
  return (
    <SecurityGroup
      title="Passkeys"
      state={
        isSupported
          ? 'Sign in with the finger, face or PIN that unlocks your device. Nothing to remember, and nothing that a copied page could take from you.'
          : 'This browser cannot use passkeys on this page. In another one you can add some.'
      }
      action={
        isSupported && (
          <Button onPress={() => setAdding(true)}>
            {passkeys.length > 0 ? 'Add another' : 'Add a passkey'}
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setAsked({ what, passkey })} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {asked?.what === 'rename' && <RenamePasskeyDialog passkey={asked.passkey} onClose={close} />}
      {asked?.what === 'remove' && <RemovePasskeyDialog passkey={asked.passkey} onClose={close} />}
    </SecurityGroup>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (what: Asked['what']) => void }) {
  const user = useUser()
  const name = passkeyName(passkey)
  return (
    <li className="flex items-center gap-3 py-2">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted text-sm">{passkeyText(passkey, user)}</p>
      </div>
      <IconButton label={`Rename ${name}`} icon={Pencil} onPress={() => onAsk('rename')} />
      <IconButton label={`Remove ${name}`} icon={Trash2} onPress={() => onAsk('remove')} />
    </li>
  )
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useWayInChange(removePasskey)
  return (
    <ConfirmDialog
      title="Remove this passkey?"
      body={
        <div className="grid gap-4">
          <p>
            “{passkeyName(passkey)}” no longer opens your vault. It may stay in your device’s own list until
            you delete it there too.
          </p>
          {remove.problem && <RefusalCard title="Not removed" problem={remove.problem} />}
        </div>
      }
      confirmLabel="Remove it"
      tone="danger"
      isOpen
      onOpenChange={(opens) => !opens && onClose()}
      onConfirm={() =>
        remove.start(passkey.id, {
          onSuccess: () => {
            onClose()
            showToast({ title: 'Passkey removed', description: passkeyName(passkey) })
            setTimeout(restoreFocus, 250)
          },
        })
      }
      isPending={remove.isPending}
    />
  )
}
