import type { ComponentProps } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { t } from '#web/i18n/t.ts'
import { SaveProblemView } from '#web/offline/save-problem-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'

type CredentialSaveRowProps = ComponentProps<typeof SaveProblemView> & {
  isDirty: boolean
  isNew: boolean
  /** The credential that the card renews. */
  renewed?: Credential | null
}

export function CredentialSaveRow({
  problem,
  isSaving,
  decide,
  isDirty,
  isNew,
  renewed = null,
}: CredentialSaveRowProps) {
  return (
    <>
      <SaveProblemView {...{ problem, isSaving, decide }} />
      <SaveBar>
        <Button tone="primary" type="submit" isPending={isSaving}>
          {renewed ? t`Renew ${shortTitle(renewed)}` : isNew ? t`Save to My Vault` : t`Save changes`}
        </Button>
      </SaveBar>
      <UnsavedChangesGuard isDirty={isDirty && !isSaving} />
    </>
  )
}
