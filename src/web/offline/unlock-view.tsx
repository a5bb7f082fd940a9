import { Page } from '#web/ui/page.tsx'
import { deviceName } from './device-name.ts'
import { useOfflineState } from './offline-state.ts'
import { UnlockForm } from './unlock-form.tsx'

/** Without a connection, before anything of the copy is shown. */
export function UnlockView() {
  const isPasskey = useOfflineState().unlocksBy === 'passkey'
  return (
    <main>
      <Page
        title={isPasskey ? 'Use your passkey' : 'Enter your PIN'}
        intro={`Lanyard cannot be reached. What this ${deviceName} keeps opens with the ${isPasskey ? 'passkey' : 'PIN'} that you chose for it.`}
      >
        <UnlockForm />
        <p className="max-w-[60ch] text-muted">
          {isPasskey ? 'Lost?' : 'Forgotten?'} Once there is a connection, sign in and turn “Offline” off in
          Settings. Only what waits to be sent is lost.
        </p>
      </Page>
    </main>
  )
}
