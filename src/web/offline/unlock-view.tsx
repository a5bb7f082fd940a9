import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { deviceName, useOfflineState } from './offline-state.ts'
import { UnlockForm } from './unlock-form.tsx'

/** Without a connection, before anything of the copy is shown. */
export function UnlockView() {
  const { unlocksBy, isDeleted } = useOfflineState()
  const isPasskey = unlocksBy === 'passkey'
  if (isDeleted) return <DeletedView />
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
        {/* The page then shows what happened. */}
        <UnlockForm onDeleted={() => {}} />
        <p className="max-w-[60ch] text-muted">
          {isPasskey
            ? t`Lost? Once there is a connection, sign in and turn “Offline” off in Settings. Only changes waiting to be sent are lost.`
            : t`Forgotten? Once there is a connection, sign in and turn “Offline” off in Settings. Only changes waiting to be sent are lost.`}
        </p>
      </Page>
    </main>
  )
}

function DeletedView() {
  return (
    <main>
      <Page
        title={t`The copy was deleted`}
        intro={t`That was the last try. This ${deviceName()} keeps nothing of your vault any more. What is saved in Lanyard stays: sign in once there is a connection.`}
      >
        <Button onPress={() => location.reload()} className="sm:w-fit">
          {t`Try to connect`}
        </Button>
      </Page>
    </main>
  )
}
