import { useEffect } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { usePendingReauthentication } from './use-reauthentication.ts'

const ReauthenticationDialog = lazyPart(
  () => import('./reauthentication-dialog.tsx'),
  'ReauthenticationDialog',
)

/** Where the dialog of `withReauthentication` opens. It is loaded when it is first needed. */
export function ReauthenticationView() {
  const pending = usePendingReauthentication()
  useEffect(() => {
    if (!pending) return
    ReauthenticationDialog.preload().catch(() =>
      pending.complete(new Problem('unavailable', { detail: noDialog })),
    )
  }, [pending])
  // Signed out meanwhile: a caller must not wait for the result forever.
  useEffect(() => () => pending?.complete(new Problem('cancelled')), [pending])
  return pending && <ReauthenticationDialog pending={pending} />
}

const noDialog = msg`We need to confirm it’s you, but the form could not be loaded. Check your connection and try again.`
