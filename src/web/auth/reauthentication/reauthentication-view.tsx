import { type ComponentType, useEffect, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { type PendingReauthentication, usePendingReauthentication } from './use-reauthentication.ts'

type DialogType = ComponentType<{ asked: PendingReauthentication }>

/** Where the dialog of `withReauthentication` opens. It is fetched when it is first needed. */
export function ReauthenticationView() {
  const asked = usePendingReauthentication()
  const [Dialog, setDialog] = useState<DialogType | null>(null)
  useEffect(() => {
    if (!asked || Dialog) return
    import('./reauthentication-dialog.tsx').then(
      (module) => setDialog(() => module.ReauthenticationDialog),
      () => asked.settle(new Problem('unavailable', { detail: noDialog })),
    )
  }, [asked, Dialog])
  // Signed out meanwhile: what waits for an answer must not wait for ever.
  useEffect(() => () => asked?.settle(new Problem('cancelled')), [asked])
  return asked && Dialog ? <Dialog asked={asked} /> : null
}

const noDialog =
  'We need to know that it is you, and the question for it could not be fetched. Check the connection and try again.'
