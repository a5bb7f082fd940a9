import { type ComponentType, useEffect, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { type PendingReauthentication, usePendingReauthentication } from './use-reauthentication.ts'

type DialogType = ComponentType<{ pending: PendingReauthentication }>

/** Where the dialog of `withReauthentication` opens. It is loaded when it is first needed. */
export function ReauthenticationView() {
  const pending = usePendingReauthentication()
  const [Dialog, setDialog] = useState<DialogType | null>(null)
  useEffect(() => {
    if (!pending || Dialog) return
    import('./reauthentication-dialog.tsx').then(
      (module) => setDialog(() => module.ReauthenticationDialog),
      () => pending.complete(new Problem('unavailable', { detail: noDialog })),
    )
  }, [pending, Dialog])
  // Signed out meanwhile: a caller must not wait for the result forever.
  useEffect(() => () => pending?.complete(new Problem('cancelled')), [pending])
  return pending && Dialog ? <Dialog pending={pending} /> : null
}

const noDialog = msg`We need to confirm it’s you, but the form could not be loaded. Check your connection and try again.`
