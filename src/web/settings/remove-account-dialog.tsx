import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { isRefusal } from '#web/account/api.ts'
import { PasswordField } from '#web/account/password-field.tsx'
import { RefusalCard } from '#web/account/refusal-card.tsx'
import { useAttempt } from '#web/account/use-attempt.ts'
import { sessionQuery } from '#web/core/session.ts'
import { Button } from '#web/core/ui/button.tsx'
import { Dialog } from '#web/core/ui/dialog.tsx'
import { showToast } from '#web/core/ui/toast-queue.ts'
import { summaryQuery } from '#web/credentials/api.ts'
import { removeMe } from './api.ts'

const formId = 'remove-account'

type RemoveAccountDialogProps = { email: string; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Names what goes, and asks for the password: there is no way back from this one. */
export function RemoveAccountDialog({ email, isOpen, onOpenChange }: RemoveAccountDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: summary } = useQuery(summaryQuery)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const removal = useAttempt(null, async (typed: string) => {
    await removeMe(typed)
    await queryClient.cancelQueries()
    showToast({ title: 'Account deleted', description: 'Everything that was in it is gone.' })
    await navigate({ to: '/', ignoreBlocker: true })
    queryClient.setQueryData(sessionQuery.queryKey, null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  })
  const { problem } = removal
  const isWrong = problem !== null && isRefusal(problem)

  function close() {
    removal.forget()
    setPassword('')
    setMissing(false)
    onOpenChange(false)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') removal.start(password)
  }

  return (
    <Dialog
      title="Delete your account?"
      role="alertdialog"
      size="sm"
      isOpen={isOpen}
      onOpenChange={(opens) => (opens ? onOpenChange(true) : close())}
      footer={
        <>
          <Button onPress={close}>Keep my account</Button>
          <Button type="submit" form={formId} tone="danger" isPending={removal.isPending}>
            Delete for good
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p>This goes at once, and nobody can bring it back:</p>
        <ul className="list-disc pl-5">
          <li>{credentialsGone(summary?.total)}</li>
          <li>every file you added, with its previews</li>
          <li>your profile, settings and activity</li>
          <li>the sign-in of {email}, on every device</li>
        </ul>
        <p className="text-muted">Files you want to keep? Download them from My Vault first.</p>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(typed) => {
            setPassword(typed)
            setMissing(false)
            if (problem) removal.forget()
          }}
          errorMessage={
            isMissing
              ? 'Enter your password to go on.'
              : isWrong
                ? 'That is not your current password.'
                : null
          }
        />
        {problem && !isWrong && <RefusalCard title="Account not deleted" problem={problem} />}
      </form>
    </Dialog>
  )
}

function credentialsGone(total: number | undefined): string {
  if (total === undefined) return 'all your licenses and certifications'
  if (total === 0) return 'your vault, which is empty'
  if (total === 1) return 'your one credential'
  return `all ${new Intl.NumberFormat('en-US').format(total)} credentials in your vault`
}
