import { Page } from '#web/ui/page.tsx'
import { deviceName } from './device-name.ts'
import { PinForm } from './pin-form.tsx'

/** Without a connection, before anything of the copy is shown. */
export function UnlockView() {
  return (
    <main>
      <Page
        title="Enter your PIN"
        intro={`Lanyard cannot be reached. What this ${deviceName} keeps opens with the PIN that you chose for it.`}
      >
        <PinForm />
        <p className="max-w-[60ch] text-muted">
          Forgotten? Once there is a connection, sign in and turn “Offline” off in Settings. Only what waits
          to be sent is lost.
        </p>
      </Page>
    </main>
  )
}
