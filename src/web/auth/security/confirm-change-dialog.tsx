import type { ReactNode } from 'react'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

type ConfirmChangeProps<O> = {
  title: string
  body: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** The title of an error. */
  failedTitle: string
  change(): Promise<O>
  onDone(result: O): void
  onClose(): void
}

/** Asks before a change of the sign-in methods, and then makes it. It is rendered while it is open. */
export function ConfirmChangeDialog<O>(props: ConfirmChangeProps<O>) {
  const { body, failedTitle, change, onDone, tone = 'danger', ...dialog } = props
  const { start, problem, isPending } = useSignInMethodChange(change)
  return (
    <ConfirmDialog
      {...dialog}
      tone={tone}
      body={
        <div className="grid gap-4">
          <p>{body}</p>
          {problem && <AuthErrorCard title={failedTitle} problem={problem} />}
        </div>
      }
      onConfirm={() =>
        start(undefined, {
          onSuccess: (result) => {
            dialog.onClose()
            onDone(result)
          },
        })
      }
      isPending={isPending}
    />
  )
}
