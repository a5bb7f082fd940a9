import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import type { Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'

type CredentialSaveRowProps = {
  problem: Problem | null
  isSaving: boolean
  isDirty: boolean
  isNew: boolean
  /** The credential that the card renews. */
  renewed?: Credential | null
}

export function CredentialSaveRow({
  problem,
  isSaving,
  isDirty,
  isNew,
  renewed = null,
}: CredentialSaveRowProps) {
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <SaveBar>
        <Button tone="primary" type="submit" isPending={isSaving}>
          {renewed ? t`Renew ${shortTitle(renewed)}` : isNew ? t`Save to My Vault` : t`Save changes`}
        </Button>
      </SaveBar>
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </>
  )
}
