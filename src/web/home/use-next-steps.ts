import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { Problem } from '#shared/http/errors.ts'
import { useCycles, useProposals } from '#web/ceu/use-cycles.ts'
import { practiceOverviewQuery } from '#web/compact/api.ts'
import { credentialsQuery } from '#web/credentials/api.ts'
import { dueHealthQuery } from '#web/health/api.ts'
import { useDismissedNotices } from '#web/notices/use-notices.ts'
import { reminderSummaryQuery } from '#web/reminders/api.ts'
import { renewalOverviewsQuery } from '#web/renewals/api.ts'
import { listsQuery } from '#web/requirements/api.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { type FirstStep, isAboutChannel } from './first-step-text.ts'
import type { NextStep } from './next-step-props.ts'
import { nextSteps } from './next-step-text.ts'

type Sources = {
  /** Credentials by expiration date. */
  dated: readonly Credential[]
  /** How many have no expiration date; they are loaded if there are any. */
  dateMissing: number
  /** The verdict's own action. */
  above: Verdict['action']
  /** `undefined` while they load. The requirements of an open one are shown there. */
  firstSteps: FirstStep[] | null | undefined
}

type NextSteps = {
  /** The data loaded so far. */
  steps: NextStep[]
  proposals: readonly CycleProposal[]
  /** Only then may an empty list say that there is nothing to do. */
  isComplete: boolean
  problem: Error | Problem | null
  retry: () => void
}

/** The steps from everything that the dashboard loads. */
export function useNextSteps({ dated, dateMissing, above, firstSteps }: Sources): NextSteps {
  const context = { today: useToday(), locale: useUser().locale }
  const undated = useInfiniteQuery({ ...credentialsQuery({ dateMissing: 'true' }), enabled: dateMissing > 0 })
  const cycles = useCycles()
  const proposals = useProposals()
  const renewals = useQuery(renewalOverviewsQuery)
  const reminders = useQuery(reminderSummaryQuery)
  const practice = useQuery(practiceOverviewQuery)
  const health = useQuery(dueHealthQuery)
  const lists = useQuery(listsQuery)
  const dismissed = useDismissedNotices()
  const needed = [cycles, proposals, renewals, reminders, practice, health, lists]
  const missing = (dateMissing > 0 ? [undated, ...needed] : needed).filter(({ data }) => !data)
  const isAsked = (name: FirstStep['name']) => firstSteps?.some((each) => each.name === name && !each.isDone)
  const sources = {
    credentials: [...dated, ...(undated.data?.pages.flatMap(({ items }) => items) ?? [])],
    cycles: cycles.data?.items ?? [],
    proposals: isAsked('cycle') ? [] : (proposals.data?.items ?? []),
    renewals: renewals.data?.items ?? [],
    warnings: (reminders.data?.warnings ?? []).filter(
      (warning) => !(isAsked('reminders') && isAboutChannel(warning)),
    ),
    move: practice.data?.move ?? null,
    health: health.data ?? [],
    lists: lists.data?.items ?? [],
    above,
  }
  return {
    // Without the renewals, one under way would be offered again.
    steps:
      firstSteps === undefined || renewals.isPending
        ? []
        : nextSteps(sources, context).filter(({ notice }) => notice === null || !dismissed?.has(notice)),
    proposals: sources.proposals,
    isComplete: missing.length === 0 && firstSteps !== undefined,
    problem: missing.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of missing) void query.refetch()
    },
  }
}
