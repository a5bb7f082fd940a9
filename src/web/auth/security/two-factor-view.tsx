import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { regenerateRecoveryCodes, removeTwoFactor, startTwoFactor } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx'
import { SecuritySection } from './security-section-view.tsx'
import { fewCodesText, twoFactorText } from './security-text.ts'
import { TwoFactorSetupDialog } from './two-factor-setup-dialog.tsx'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

type TwoFactorViewProps = { secondFactor: SignInMethods['secondFactor'] }
type OpenDialog = 'regenerate' | 'remove' | null

/** Turning it on and off, and the recovery codes. */
export function TwoFactorView({ secondFactor }: TwoFactorViewProps) {
  const user = useUser()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = useSignInMethodChange(startTwoFactor)
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
  const few = fewCodesText(secondFactor)
  return (
    <SecuritySection
      title={t`Two-step verification`}
      summary={twoFactorText(secondFactor, user)}
      action={
        !secondFactor.isOn && (
          <Button
            isPending={start.isPending}
            onPress={() => start.start(undefined, { onSuccess: setSetup })}
          >{t`Turn it on`}</Button>
        )
      }
    >
      {start.problem && <AuthErrorCard title={t`Not turned on`} problem={start.problem} />}
      {few && (
        <p className="flex gap-3 rounded-card bg-expiring-soft p-4">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
          {few}
        </p>
      )}
      {secondFactor.isOn && (
        <div className="flex flex-wrap gap-2">
          <Button
            tone={few ? 'primary' : 'secondary'}
            onPress={() => setDialog('regenerate')}
          >{t`Create new recovery codes`}</Button>
          <Button tone="quiet" onPress={() => setDialog('remove')}>{t`Turn it off`}</Button>
        </div>
      )}
      {dialog === 'regenerate' && (
        <ConfirmChangeDialog
          title={t`Create new recovery codes?`}
          body={t`Your current codes will stop working, including any you printed.`}
          confirmLabel={t`Create new codes`}
          tone="primary"
          failedTitle={t`No new codes`}
          change={() => regenerateRecoveryCodes()}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmChangeDialog
          title={t`Turn off two-step verification?`}
          body={
            <Trans>
              Your password alone will open your vault. The entry in your app and your recovery codes will
              stop working, and your other devices will be signed out.
            </Trans>
          }
          confirmLabel={t`Turn it off`}
          cancelLabel={t`Leave it on`}
          failedTitle={t`Not turned off`}
          change={() => removeTwoFactor()}
          onDone={() => showToast({ title: t`Two-step verification is off` })}
          onClose={() => setDialog(null)}
        />
      )}
      {setup && (
        <TwoFactorSetupDialog
          setup={setup}
          onClose={() => setSetup(null)}
          onConfirmed={(recoveryCodes) => {
            setSetup(null)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodeDialog codes={codes} onClose={() => setCodes(null)} />}
    </SecuritySection>
  )
}
