import { queryOptions, useQuery } from '@tanstack/react-query'
import { MapPinned } from 'lucide-react'
import type { PracticeOverview } from '#shared/compact/practice-answer.ts'
import { verdictBasis } from '#shared/credentials/verdict-basis.ts'
import type { homeContract } from '#shared/home/contract.ts'
import type { FirstStep, Home } from '#shared/home/home-answer.ts'
import { CycleProgressList } from '#web/ceu/cycles/cycle-progress-list.tsx'
import { overviewText } from '#web/compact/practice-page-text.ts'
import { client } from '#web/http/client.ts'
import { homeKey } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page, SectionLink } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { FirstStepCard, useFirstSteps } from './first-step-card.tsx'
import { FirstStepList } from './first-step-list.tsx'
import { isDueStep, NextStepList } from './next-step-list.tsx'
import { RecentShareList } from './recent-share-list.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { VerdictView } from './verdict-view.tsx'

/** How often to check whether the reminders of a change are planned. */
const PLANNING_MS = 5000

const api = client<typeof homeContract>()

/**
 * The contents of the dashboard, for the server's date; `today` only makes it stale at midnight. Never fresh, because
 * visitors open shares at any time.
 */
const homeQuery = (today: string) =>
  queryOptions({
    queryKey: [...homeKey, today],
    queryFn: ({ signal }) => api.call('GET /api/home', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.reminders?.isPlanned === false ? PLANNING_MS : false),
  })

const InstallHint = lazyPart(() => import('./install-hint-card.tsx'), 'InstallHint')

export function DashboardPage() {
  const today = useToday()
  const { data: home, error, refetch } = useQuery(homeQuery(today))
  const firstSteps = useFirstSteps(home)
  const onRetry = () => void refetch()
  if (error) {
    return (
      <Page title={t`Your dashboard did not load`}>
        <ProblemNote problem={toProblem(error)} onRetry={onRetry} />
      </Page>
    )
  }
  if (!home) return <DashboardSkeleton />
  const { total, archived } = home.credentials
  if (total === 0 && archived === 0) return <FirstStepCard steps={firstSteps} />
  return <Dashboard home={home} firstSteps={firstSteps} today={today} onRetry={onRetry} />
}

type DashboardProps = { home: Home; firstSteps: FirstStep[] | null; today: string; onRetry: () => void }

function Dashboard({ home, firstSteps, today, onRetry }: DashboardProps) {
  const { verdict, next, reminders, year, ce, practice, shares, dismissed } = home
  const { dateMissing } = home.credentials
  const context = { today, locale: useUser().locale }
  const isOffline = useIsOffline()
  const { isPhone, isOnThisPhone } = useInstall()
  const isInstallOffered =
    isPhone && !isOnThisPhone && !isOffline && dismissed?.includes('install_app') === false
  const action = verdict.action?.kind === 'view' ? null : verdict.action
  // If no month shows what is to be renewed, it has expired.
  const hasExpired =
    action?.kind === 'renew' ||
    next.steps.some((step) => 'expiresAt' in step && (step.expiresAt ?? today) < today)
  const isDue = action?.kind === 'renew' || action?.kind === 'add_date' || next.steps.some(isDueStep)
  const isCycleOffered =
    ce.proposedFor !== null || firstSteps?.some(({ name, isDone }) => name === 'cycle' && !isDone) === true
  return (
    <Page
      title={t`Dashboard`}
      eyebrow={t`Am I clear to work?`}
      heading={verdict.headline}
      intro={<span className="text-base">{t(verdictBasis)}</span>}
    >
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-12">
        <div className="grid grid-cols-1 gap-10">
          <VerdictView verdict={verdict} />
          <NextStepList {...{ next, reminders, onRetry, ...context }} hasMoreAbove={action !== null} />
          {isInstallOffered && firstSteps === null && <InstallHint />}
          <TimelineCard months={year} {...{ dateMissing, hasExpired }} {...context} />
        </div>
        <div className="grid grid-cols-1 gap-10">
          {firstSteps && !isDue && <FirstStepList steps={firstSteps} />}
          {(ce.cycles.length > 0 || ce.hasPast || !isCycleOffered) && (
            <section aria-labelledby="ce-title">
              <h2 id="ce-title" className="text-lg">{t`CE progress`}</h2>
              <CycleProgressList ce={ce} isOffered={isCycleOffered} />
            </section>
          )}
          {!isOffline && shares && <RecentShareList shares={shares} />}
          {practice?.isOffered && <PracticeLink {...practice} />}
          {firstSteps && isDue && <FirstStepList steps={firstSteps} isClosed />}
        </div>
      </div>
    </Page>
  )
}

function DashboardSkeleton() {
  return (
    <Page title={t`Dashboard`} eyebrow={t`Am I clear to work?`}>
      {/* With a key, so that the content does not reuse this element and count as a layout shift. */}
      <div key="skeleton" aria-hidden className="grid gap-8">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-52 w-full sm:h-24" />
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </Page>
  )
}

/** The link to the map, for owners with a multistate license or licenses of more than one state. */
function PracticeLink({ counts, assumes }: Pick<PracticeOverview, 'counts' | 'assumes'>) {
  return (
    <SectionLink to="/credentials/states" icon={MapPinned} title={t`Where you can work`}>
      {overviewText(counts, assumes)}
      {assumes.length > 0 && <span className="block">{t`Tell us where you live to find out.`}</span>}
    </SectionLink>
  )
}
