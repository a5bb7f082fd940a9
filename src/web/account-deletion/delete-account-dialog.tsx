import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { accountDeletionContract } from '#shared/account-deletion/contract.ts'
import { plural } from '#shared/i18n/translate.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { PasswordField } from '#web/auth/password-field.tsx'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { signInMethodsQuery } from '#web/auth/sign-in-methods-api.ts'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { credentialSummaryQuery } from '#web/credentials/api.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { sessionQuery } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

const api = client<typeof accountDeletionContract>()

const formId = 'remove-account'

type DeleteAccountDialogProps = { email: string; isOpen: boolean; onClose: () => void }

/**
 * Lists what is deleted, and asks for the password if there is one: this cannot be undone. Without one, or with
 * two-factor authentication, a recent reauthentication is required.
 */
export function DeleteAccountDialog({ email, isOpen, onClose }: DeleteAccountDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: summary } = useQuery(credentialSummaryQuery)
  const { data: methods } = useQuery({ ...signInMethodsQuery, enabled: isOpen })
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const hasPassword = methods?.hasPassword !== false
  const removal = useAuthAction(null, async (typed: string | null) => {
    await withReauthentication(() => deleteAccount(typed))
    await queryClient.cancelQueries()
    showToast({ title: t`Account deleted`, description: t`Everything in it was deleted.` })
    await navigate({ to: '/', ignoreBlocker: true })
    queryClient.setQueryData(sessionQuery.queryKey, null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  })
  const { problem } = removal
  const wrong = problem?.errors?.find(({ path }) => path === 'password')

  function close() {
    removal.reset()
    setPassword('')
    setMissing(false)
    onClose()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(hasPassword && password === '')
    if (!hasPassword) removal.start(null)
    else if (password !== '') removal.start(password)
  }

  return (
    <Dialog
      title={t`Delete your account?`}
      role="alertdialog"
      size="sm"
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t`Keep my account`}</Button>
          <Button
            type="submit"
            form={formId}
            tone="danger"
            isPending={removal.isPending}
          >{t`Delete permanently`}</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p>{t`This permanently deletes, at once:`}</p>
        <ul className="list-disc pl-5">
          <li>{deletedCredentialsText(summary?.total)}</li>
          <li>{t`your CE hours, reminders and share links`}</li>
          <li>{t`every file you uploaded, and your trash`}</li>
          <li>{t`your profile, settings and activity`}</li>
          <li>{t`the sign-in for ${email}, on every device`}</li>
        </ul>
        <p className="text-muted">
          <Trans>
            You cannot undo this. Export your data first if you want to keep it. If this installation sends
            email, you get one last email when everything is deleted.
          </Trans>
        </p>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {hasPassword ? (
          <PasswordField
            label={t`Your password`}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(typed) => {
              setPassword(typed)
              setMissing(false)
              if (problem) removal.reset()
            }}
            errorMessage={isMissing ? t`Enter your password to continue.` : (wrong?.message ?? null)}
          />
        ) : (
          <p>{t`Your account has no password, so you will confirm it’s you in another way.`}</p>
        )}
        {problem && !wrong && problem.code !== 'cancelled' && (
          <AuthErrorCard title={t`Account not deleted`} problem={problem} />
        )}
      </form>
    </Dialog>
  )
}

function deletedCredentialsText(total: number | undefined): string {
  if (total === undefined) return t`all your licenses and certifications`
  if (total === 0) return t`your vault, which is empty`
  if (total === 1) return t`your one credential`
  return t`all ${plural(total, { one: '# credential', other: '# credentials' })} in your vault`
}

/** Permanently deletes the account and everything in it. `null`: the account has no password. */
function deleteAccount(password: string | null): Promise<void> {
  return api.call('DELETE /api/users/me', { body: password === null ? {} : { password } })
}
