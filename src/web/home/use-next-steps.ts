import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Problem } from '#shared/http/errors.ts'
import { useCycles, useProposals } from '#web/ceu/use-cycles.ts'
import { credentialsQuery } from '#web/credentials/api.ts'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { type NextStep, nextSteps } from './next-step-text.ts'

type Sources = {
  /** Credentials by expiration date. */
  dated: readonly Credential[]
  /** How many have no expiration date; they are loaded if there are any. */
  dateMissing: number
  shownAbove: string | null
}

type NextSteps = {
  /** What is known so far. */
  steps: NextStep[]
  /** Only then may an empty list say that there is nothing to do. */
  isComplete: boolean
  problem: Error | Problem | null
  retry: () => void
}

/** The steps from everything that the dashboard loads. */
export function useNextSteps({ dated, dateMissing, shownAbove }: Sources): NextSteps {
  const context = { today: useToday(), locale: useUser().locale }
  const undated = useInfiniteQuery({ ...credentialsQuery({ dateMissing: 'true' }), enabled: dateMissing > 0 })
  const cycles = useCycles()
  const proposals = useProposals()
  const reminders = useQuery(reminderSummaryQuery)
  const needed = dateMissing > 0 ? [undated, cycles, proposals, reminders] : [cycles, proposals, reminders]
  const missing = needed.filter(({ data }) => !data)
  const steps = nextSteps(
    {
      credentials: [...dated, ...(undated.data?.pages.flatMap(({ items }) => items) ?? [])],
      cycles: cycles.data?.items ?? [],
      proposals: proposals.data?.items ?? [],
      warnings: reminders.data?.warnings ?? [],
      shownAbove,
    },
    context,
  )
  return {
    steps,
    isComplete: missing.length === 0,
    problem: missing.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of missing) void query.refetch()
    },
  }
}
