import { t } from '#web/i18n/t.ts'
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
        title={isPasskey ? t`Use your passkey` : t`Enter your PIN`}
        intro={
          isPasskey
            ? t`Lanyard cannot be reached. What this ${deviceName()} keeps opens with the passkey that you chose for it.`
            : t`Lanyard cannot be reached. What this ${deviceName()} keeps opens with the PIN that you chose for it.`
        }
      >
        <UnlockForm />
        <p className="max-w-[60ch] text-muted">
          {isPasskey
            ? t`Lost? Once there is a connection, sign in and turn “Offline” off in Settings. Only changes waiting to be sent are lost.`
            : t`Forgotten? Once there is a connection, sign in and turn “Offline” off in Settings. Only changes waiting to be sent are lost.`}
        </p>
      </Page>
    </main>
  )
}
