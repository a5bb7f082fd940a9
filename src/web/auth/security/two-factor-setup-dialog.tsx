import { type SubmitEvent, useRef, useState } from 'react'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { confirmTwoFactor } from '#web/auth/sign-in-methods-api.ts'
import { TwoFactorCodeField } from '#web/auth/two-factor-code-field.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { groupedKey } from './security-text.ts'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

type TwoFactorSetupDialogProps = {
  setup: { secret: string; uri: string }
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Scan or type the secret, then enter a code of the app to confirm it: nothing is on before that. */
export function TwoFactorSetupDialog({ setup, onClose, onConfirmed }: TwoFactorSetupDialogProps) {
  return (
    <Dialog title={t`Turn on two-step verification`} onClose={onClose}>
      <ol className="grid list-decimal grid-cols-1 gap-6 pl-5 marker:font-semibold">
        <li className="pl-1">
          <p>
            <Trans>
              Open an authenticator app on your phone, such as the one that your hospital uses, and scan this
              QR code.
            </Trans>
          </p>
          <div className="mt-3 flex flex-wrap items-start gap-4">
            <QrCode
              text={setup.uri}
              label={t`QR code for your authenticator app; the same as the key beside it`}
              className="size-44 rounded-card border border-line"
            />
            <div className="min-w-0 flex-1 basis-64">
              <CopyField
                label={t`Key`}
                value={setup.secret}
                shown={groupedKey(setup.secret)}
                description={t`Enter this key if you can’t scan the code.`}
              />
              <a
                href={setup.uri}
                className={`mt-2 sm:hidden ${buttonClass({ tone: 'quiet' })}`}
              >{t`Open the app on this phone`}</a>
            </div>
          </div>
        </li>
        <li className="pl-1">
          <p className="mb-3">{t`Enter the six digits that the app shows.`}</p>
          <CodeForm onConfirmed={onConfirmed} />
        </li>
      </ol>
    </Dialog>
  )
}

function CodeForm({ onConfirmed }: Pick<TwoFactorSetupDialogProps, 'onConfirmed'>) {
  const [code, setCode] = useState('')
  const [errorText, setErrorText] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const confirm = useSignInMethodChange(confirmTwoFactor)

  function showError(message: string) {
    setErrorText(message)
    field.current?.focus()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!/^\d{6}$/.test(code.replace(/\s/g, '')))
      return showError(t`Enter the six digits that your app shows.`)
    confirm.start(code, {
      onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
      onError: (error) => {
        const problem = toProblem(error)
        if (problem.code === 'code_wrong') showError(problem.message)
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TwoFactorCodeField
        kind="app"
        name="code"
        ref={field}
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setErrorText(null)
          if (confirm.problem) confirm.reset()
        }}
        errorMessage={errorText}
      />
      {confirm.problem && errorText === null && (
        <AuthErrorCard title={t`Not turned on`} problem={confirm.problem} />
      )}
      <Button type="submit" tone="primary" wide isPending={confirm.isPending}>{t`Turn it on`}</Button>
      <p className="text-muted text-sm">{t`Your other devices will be signed out.`}</p>
    </form>
  )
}
