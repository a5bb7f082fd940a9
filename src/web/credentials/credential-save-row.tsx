import type { ReactNode } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'

type CredentialSaveRowProps = {
  problem: Problem | null
  isSaving: boolean
  isDirty: boolean
  isNew: boolean
  children?: ReactNode
}

export function CredentialSaveRow({ problem, isSaving, isDirty, isNew, children }: CredentialSaveRowProps) {
  return (
    <div className="grid gap-6">
      {children}
      {problem && <ProblemNote problem={problem} />}
      <Button tone="primary" type="submit" isPending={isSaving} className="max-sm:w-full sm:w-fit">
        {isNew ? 'Save to My Vault' : 'Save changes'}
      </Button>
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </div>
  )
}
