import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { WaysIn } from '#shared/auth/sign-in-methods.ts'
import { removeSecondFactor, renewRecoveryCodes, startSecondFactor } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx'
import { SecurityGroup } from './security-section-view.tsx'
import { fewCodesText, secondStepText } from './security-text.ts'
import { SecondStepDialog } from './two-factor-setup-dialog.tsx'
import { useWayInChange } from './use-sign-in-method-change.ts'

type SecondStepProps = { secondFactor: WaysIn['secondFactor'] }
type Asked = 'renew' | 'remove' | null

/** On, off, and the codes for when the phone is gone. */
export function SecondStepView({ secondFactor }: SecondStepProps) {
  const user = useUser()
  const [asked, setAsked] = useState<Asked>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start = useWayInChange(startSecondFactor)
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
  const few = fewCodesText(secondFactor)
  return (
    <SecurityGroup
      title="Your second step"
      state={secondStepText(secondFactor, user)}
      action={
        !secondFactor.isOn && (
          <Button isPending={start.isPending} onPress={() => start.start(undefined, { onSuccess: setSetup })}>
            Turn it on
          </Button>
        )
      }
    >
      {start.problem && <RefusalCard title="Not turned on" problem={start.problem} />}
      {few && (
        <p className="flex gap-3 rounded-card bg-expiring-soft p-4">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
          {few}
        </p>
      )}
      {secondFactor.isOn && (
        <div className="flex flex-wrap gap-2">
          <Button tone={few ? 'primary' : 'secondary'} onPress={() => setAsked('renew')}>
            Make new recovery codes
          </Button>
          <Button tone="quiet" onPress={() => setAsked('remove')}>
            Turn it off
          </Button>
        </div>
      )}
      <RenewDialog isOpen={asked === 'renew'} onClose={() => setAsked(null)} onRenewed={setCodes} />
      <RemoveDialog isOpen={asked === 'remove'} onClose={() => setAsked(null)} />
      {setup && (
        <SecondStepDialog
          setup={setup}
          onClose={() => setSetup(null)}
          onConfirmed={(recoveryCodes) => {
            setSetup(null)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodeDialog codes={codes} onClose={() => setCodes(null)} />}
    </SecurityGroup>
  )
}

type StepProps = { isOpen: boolean; onClose: () => void }

function RenewDialog({ isOpen, onClose, onRenewed }: StepProps & { onRenewed: (codes: string[]) => void }) {
  const renew = useWayInChange(renewRecoveryCodes)
  const close = () => {
    renew.forget()
    onClose()
  }
  return (
    <ConfirmDialog
      title="Make new recovery codes?"
      body={
        <div className="grid gap-4">
          <p>The ones that you have now stop working, on paper and wherever else you keep them.</p>
          {renew.problem && <RefusalCard title="No new codes" problem={renew.problem} />}
        </div>
      }
      confirmLabel="Make new ones"
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && close()}
      onConfirm={() =>
        renew.start(undefined, {
          onSuccess: ({ recoveryCodes }) => {
            close()
            onRenewed(recoveryCodes)
          },
        })
      }
      isPending={renew.isPending}
    />
  )
}

function RemoveDialog({ isOpen, onClose }: StepProps) {
  const remove = useWayInChange(removeSecondFactor)
  const close = () => {
    remove.forget()
    onClose()
  }
  return (
    <ConfirmDialog
      title="Turn the second step off?"
      body={
        <div className="grid gap-4">
          <p>
            From then on your password alone opens your vault. The entry in your app and your recovery codes
            stop working, and your other devices are signed out.
          </p>
          {remove.problem && <RefusalCard title="Not turned off" problem={remove.problem} />}
        </div>
      }
      confirmLabel="Turn it off"
      cancelLabel="Leave it on"
      tone="danger"
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && close()}
      onConfirm={() =>
        remove.start(undefined, {
          onSuccess: () => {
            close()
            showToast({ title: 'Your second step is off' })
          },
        })
      }
      isPending={remove.isPending}
    />
  )
}
