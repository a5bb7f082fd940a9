import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { regenerateRecoveryCodes, removeTwoFactor, startTwoFactor } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
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
      <RegenerateDialog
        isOpen={dialog === 'regenerate'}
        onClose={() => setDialog(null)}
        onRegenerated={setCodes}
      />
      <RemoveDialog isOpen={dialog === 'remove'} onClose={() => setDialog(null)} />
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

type DialogProps = { isOpen: boolean; onClose: () => void }

function RegenerateDialog({
  isOpen,
  onClose,
  onRegenerated,
}: DialogProps & { onRegenerated: (codes: string[]) => void }) {
  const regenerate = useSignInMethodChange(regenerateRecoveryCodes)
  const close = () => {
    regenerate.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t`Create new recovery codes?`}
      body={
        <div className="grid gap-4">
          <p>{t`Your current codes will stop working, including any you printed.`}</p>
          {regenerate.problem && <AuthErrorCard title={t`No new codes`} problem={regenerate.problem} />}
        </div>
      }
      confirmLabel={t`Create new codes`}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() =>
        regenerate.start(undefined, {
          onSuccess: ({ recoveryCodes }) => {
            close()
            onRegenerated(recoveryCodes)
          },
        })
      }
      isPending={regenerate.isPending}
    />
  )
}

function RemoveDialog({ isOpen, onClose }: DialogProps) {
  const remove = useSignInMethodChange(removeTwoFactor)
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={t`Turn off two-step verification?`}
      body={
        <div className="grid gap-4">
          <p>
            <Trans>
              Your password alone will open your vault. The entry in your app and your recovery codes will
              stop working, and your other devices will be signed out.
            </Trans>
          </p>
          {remove.problem && <AuthErrorCard title={t`Not turned off`} problem={remove.problem} />}
        </div>
      }
      confirmLabel={t`Turn it off`}
      cancelLabel={t`Leave it on`}
      tone="danger"
      isOpen={isOpen}
      onClose={close}
      onConfirm={() =>
        remove.start(undefined, {
          onSuccess: () => {
            close()
            showToast({ title: t`Two-step verification is off` })
          },
        })
      }
      isPending={remove.isPending}
    />
  )
}
