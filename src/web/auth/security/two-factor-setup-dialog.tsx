import { type SubmitEvent, useRef, useState } from 'react'
import { confirmSecondFactor } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { CodeField } from '#web/auth/two-factor-code-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { inFours } from './security-text.ts'
import { useWayInChange } from './use-sign-in-method-change.ts'

type SecondStepDialogProps = {
  setup: { secret: string; uri: string }
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Scan or type the secret, then prove by a code that the app has it: before that nothing is on. */
export function SecondStepDialog({ setup, onClose, onConfirmed }: SecondStepDialogProps) {
  return (
    <Dialog title="Turn your second step on" isOpen onOpenChange={(opens) => !opens && onClose()}>
      <ol className="grid list-decimal grid-cols-1 gap-6 pl-5 marker:font-semibold">
        <li className="pl-1">
          <p>
            Open an authenticator app on your phone, such as the one that your appWithOidc uses, and point it
            at this code.
          </p>
          <div className="mt-3 flex flex-wrap items-start gap-4">
            <QrCode
              text={setup.uri}
              label="Code for your authenticator app; the same as the key beside it"
              className="size-44 rounded-card border border-line"
            />
            <div className="min-w-0 flex-1 basis-64">
              <CopyField
                label="Key"
                value={setup.secret}
                shown={inFours(setup.secret)}
                description="For typing it in, where the camera does not help."
              />
              <a href={setup.uri} className={`mt-2 sm:hidden ${buttonClass({ tone: 'quiet' })}`}>
                The app is on this phone
              </a>
            </div>
          </div>
        </li>
        <li className="pl-1">
          <p className="mb-3">Enter the six digits that the app shows now.</p>
          <CodeForm onConfirmed={onConfirmed} />
        </li>
      </ol>
    </Dialog>
  )
}

function CodeForm({ onConfirmed }: Pick<SecondStepDialogProps, 'onConfirmed'>) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const confirm = useWayInChange(confirmSecondFactor)

  function refuse(message: string) {
    setWrong(message)
    field.current?.focus()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) return refuse('Enter the six digits that your app shows.')
    confirm.start(code, {
      onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
      onError: (error) => {
        const problem = toProblem(error)
        if (problem.code === 'code_wrong') refuse(problem.message)
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <CodeField
        kind="app"
        name="code"
        ref={field}
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setWrong(null)
          if (confirm.problem) confirm.forget()
        }}
        errorMessage={wrong}
      />
      {confirm.problem && wrong === null && <RefusalCard title="Not turned on" problem={confirm.problem} />}
      <Button type="submit" tone="primary" wide isPending={confirm.isPending}>
        Turn it on
      </Button>
      <p className="text-muted text-sm">Your other devices are signed out then.</p>
    </form>
  )
}
