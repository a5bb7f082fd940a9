import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { cycleQuery } from '#web/ceu/api.ts'
import { t } from '#web/i18n/t.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadedPage } from '#web/ui/loaded-page.tsx'

type LoadedCycleProps = { cycleId: string; loading?: ReactNode; children(cycle: CeuCycle): ReactNode }

/** A page of one cycle, or why it is not shown. */
export function LoadedCyclePage({ cycleId, ...shown }: LoadedCycleProps) {
  return (
    <LoadedPage
      query={useQuery(cycleQuery(cycleId))}
      titles={{
        refused: t`This CE cycle belongs to someone else`,
        failed: t`This CE cycle could not be loaded`,
        missing: t`CE cycle not found`,
      }}
      exit={(tone) => (
        <ButtonLink
          to="/credentials"
          search={{ tab: 'ce' }}
          tone={tone}
          className="w-fit"
        >{t`Go to your CE`}</ButtonLink>
      )}
      {...shown}
    />
  )
}
