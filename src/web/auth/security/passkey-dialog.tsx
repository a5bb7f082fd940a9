import { type SubmitEvent, useState } from 'react'
import { deviceIn, deviceOf } from '#shared/auth/device.ts'
import type { PasskeyResponse } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { addPasskey, passkeyOptionsToAdd, renamePasskey } from '#web/auth/sign-in-methods-api.ts'
import { runPasskeyRequest } from '#web/auth/use-passkey.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { type Passkey, passkeyName } from './security-text.ts'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

const MAX_NAME = 60

/** Asks for a name first, then the device asks its owner. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useSignInMethodChange(async (name: string) => {
    const response = await createPasskey(await passkeyOptionsToAdd())
    // Separate: a reauthentication that expired meanwhile must not create a second passkey on the device.
    return withReauthentication(() => addPasskey(name, response))
  })
  return (
    <Dialog title={t`Add a passkey`} size="sm" onClose={onClose}>
      <NameForm
        initialName={deviceIn(deviceOf(navigator.userAgent) ?? '', t)}
        intro={t`Give it a name you’ll recognize. Then your device asks for your fingerprint, face or PIN.`}
        submitLabel={t`Continue`}
        failure={t`Passkey not added`}
        isPending={add.isPending}
        problem={add.problem}
        isCancelled={add.isCancelled}
        onSubmit={(name) =>
          add.start(name, {
            onSuccess: () => {
              onClose()
              showToast({ title: t`Passkey added`, description: t`You can sign in with “${name}” now.` })
            },
          })
        }
      />
    </Dialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useSignInMethodChange((name: string) => renamePasskey(passkey.id, name))
  return (
    <Dialog title={t`Rename this passkey`} size="sm" onClose={onClose}>
      <NameForm
        initialName={passkey.name ?? ''}
        submitLabel={t`Save`}
        failure={t`Not renamed`}
        isPending={rename.isPending}
        problem={rename.problem}
        isCancelled={rename.isCancelled}
        onSubmit={(name) =>
          name === passkeyName(passkey) ? onClose() : rename.start(name, { onSuccess: onClose })
        }
      />
    </Dialog>
  )
}

type NameFormProps = {
  initialName: string
  intro?: string
  submitLabel: string
  failure: string
  isPending: boolean
  problem: Problem | null
  isCancelled: boolean
  onSubmit: (name: string) => void
}

function NameForm(props: NameFormProps) {
  const { initialName, intro, submitLabel, failure, isPending, problem, isCancelled, onSubmit } = props
  const [name, setName] = useState(initialName)
  const [isMissing, setMissing] = useState(false)
  const onField = problem?.errors?.find(({ path }) => path === 'name')?.message

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    setMissing(trimmed === '')
    if (trimmed !== '') onSubmit(trimmed)
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {intro && <p className="text-muted">{intro}</p>}
      <TextField
        label={t`Name`}
        name="name"
        value={name}
        onChange={(typed) => {
          setName(typed)
          setMissing(false)
        }}
        maxLength={MAX_NAME}
        autoComplete="off"
        autoFocus
        errorMessage={isMissing ? t`Enter a name.` : (onField ?? null)}
      />
      {problem && onField === undefined && <AuthErrorCard title={failure} problem={problem} />}
      <p role="status" className="text-muted empty:hidden">
        {isCancelled && t`You canceled. Nothing was changed.`}
      </p>
      <Button type="submit" tone="primary" wide isPending={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}

/**
 * Creates a passkey on this device; the result goes to `addPasskey`. Rejects with `cancelled` when the user closed the
 * dialog.
 */
async function createPasskey(options: { challenge: string }): Promise<PasskeyResponse> {
  if (!isCreationOptions(options)) throw new Problem('passkey_failed')
  try {
    return await runPasskeyRequest(() => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      // So that the passkey can lock the data on a device: some authenticators allow this only from creation on.
      const extensions = { ...publicKey.extensions, prf: {} }
      return navigator.credentials.create({ publicKey: { ...publicKey, extensions } })
    })
  } catch (error) {
    // While creating one it means that the device already has one, and does not create a second.
    if (error instanceof Problem && error.code === 'passkey_failed')
      throw new Problem('passkey_failed', {
        detail: t`This device already has a passkey for your vault. It is in the list.`,
      })
    throw error
  }
}

function isCreationOptions(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'rp' in options && 'user' in options && 'pubKeyCredParams' in options
}
