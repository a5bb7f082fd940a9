import { type SubmitEvent, useState } from 'react'
import { deviceOf } from '#shared/auth/device.ts'
import type { Problem } from '#shared/http/errors.ts'
import { addPasskey, passkeyOptionsToAdd, renamePasskey } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { withProof } from '#web/auth/reauthentication/use-reauthentication.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { type Passkey, passkeyName } from './security-text.ts'
import { makePasskey } from './use-passkey-registration.ts'
import { useWayInChange } from './use-sign-in-method-change.ts'

const MAX_NAME = 60

/** A name first, then the device asks its owner. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useWayInChange(async (name: string) => {
    const response = await makePasskey(await passkeyOptionsToAdd())
    // On its own: a proof that ran out meanwhile must not make a second passkey on the device.
    return withProof(() => addPasskey(name, response))
  })
  return (
    <Dialog title="Add a passkey" size="sm" isOpen onOpenChange={(opens) => !opens && onClose()}>
      <NameForm
        first={deviceOf(navigator.userAgent) ?? ''}
        intro="Give it a name that you will know again. Then your device asks for your finger, face or PIN."
        submitLabel="Go on"
        failure="Passkey not added"
        isPending={add.isPending}
        problem={add.problem}
        isStopped={add.isStopped}
        onSubmit={(name) =>
          add.start(name, {
            onSuccess: () => {
              onClose()
              showToast({ title: 'Passkey added', description: `You can sign in with “${name}” now.` })
            },
          })
        }
      />
    </Dialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useWayInChange((name: string) => renamePasskey(passkey.id, name))
  return (
    <Dialog title="Rename this passkey" size="sm" isOpen onOpenChange={(opens) => !opens && onClose()}>
      <NameForm
        first={passkey.name ?? ''}
        submitLabel="Save"
        failure="Not renamed"
        isPending={rename.isPending}
        problem={rename.problem}
        isStopped={rename.isStopped}
        onSubmit={(name) =>
          name === passkeyName(passkey) ? onClose() : rename.start(name, { onSuccess: onClose })
        }
      />
    </Dialog>
  )
}

type NameFormProps = {
  first: string
  intro?: string
  submitLabel: string
  failure: string
  isPending: boolean
  problem: Problem | null
  isStopped: boolean
  onSubmit: (name: string) => void
}

function NameForm(props: NameFormProps) {
  const { first, intro, submitLabel, failure, isPending, problem, isStopped, onSubmit } = props
  const [name, setName] = useState(first)
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
        label="Name"
        name="name"
        value={name}
        onChange={(typed) => {
          setName(typed)
          setMissing(false)
        }}
        maxLength={MAX_NAME}
        autoComplete="off"
        autoFocus
        errorMessage={isMissing ? 'Give it a name.' : (onField ?? null)}
      />
      {problem && onField === undefined && <RefusalCard title={failure} problem={problem} />}
      <p role="status" className="text-muted empty:hidden">
        {isStopped && 'You stopped before it was done. Nothing was changed.'}
      </p>
      <Button type="submit" tone="primary" wide isPending={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
