import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { t } from '#web/i18n/t.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadedPage } from '#web/ui/loaded-page.tsx'
import { credentialQuery } from './api.ts'

type LoadedCredentialProps = { id: string; loading?: ReactNode; children(credential: Credential): ReactNode }

/** A page of one credential, or why it is not shown. */
export function LoadedCredentialPage({ id, ...shown }: LoadedCredentialProps) {
  return (
    <LoadedPage
      query={useQuery(credentialQuery(id))}
      titles={{
        refused: t`This credential is not yours`,
        failed: t`This credential did not load`,
        missing: t`This credential is not in your vault`,
      }}
      missingText={t`It may have been deleted, or the link is incomplete.`}
      exit={(tone) => (
        <ButtonLink to="/credentials" tone={tone} className="w-fit">{t`Go to My Vault`}</ButtonLink>
      )}
      {...shown}
    />
  )
}
