import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { verdictBasis } from '#shared/credentials/verdict-basis.ts'
import { CycleProgressList } from '#web/ceu/cycles/cycle-progress-list.tsx'
import { PracticeLink } from '#web/compact/practice-link.tsx'
import { credentialSummaryQuery, renewalQuery, verdictQuery } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { renewalOverviewsQuery } from '#web/renewals/api.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { sharesQuery } from '#web/shares/owner/api.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FirstStepCard } from './first-step-card.tsx'
import { FirstStepList } from './first-step-list.tsx'
import { NextStepList } from './next-step-list.tsx'
import { RecentShareList } from './recent-share-list.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { useFirstSteps } from './use-first-steps.ts'
import { VerdictView } from './verdict-view.tsx'

const InstallHint = lazy(() =>
  import('./install-hint-card.tsx').then((module) => ({ default: module.InstallHint })),
)
const A_YEAR = 365

export function DashboardPage() {
  const today = useToday()
  const { locale } = useUser()
  const renewal = useQuery(renewalQuery(A_YEAR))
  const summary = useQuery(credentialSummaryQuery)
  const verdict = useQuery(verdictQuery(today))
  const firstSteps = useFirstSteps(verdict.data)
  usePrefetchQuery(renewalOverviewsQuery)
  usePrefetchInfiniteQuery(sharesQuery())
  const isOffline = useIsOffline()
  const { isPhone, isOnThisPhone } = useInstall()
  const isBrowserOfPhone = isPhone && !isOnThisPhone
  const failed = renewal.error ?? summary.error ?? verdict.error
  if (failed) {
    return (
      <Page title={t`Your dashboard did not load`}>
        <ProblemNote
          problem={toProblem(failed)}
          onRetry={() => {
            void renewal.refetch()
            void summary.refetch()
            void verdict.refetch()
          }}
        />
      </Page>
    )
  }
  // Content that loads later would push down the text that the user is reading.
  if (!renewal.data || !summary.data || !verdict.data || firstSteps === undefined)
    return <DashboardSkeleton />
  if (summary.data.total === 0 && summary.data.archived === 0) return <FirstStepCard steps={firstSteps} />
  const { dateMissing } = summary.data
  return (
    <Page
      title={t`Dashboard`}
      eyebrow={t`Am I clear to work?`}
      heading={verdict.data.headline}
      intro={t(verdictBasis)}
      actions={<AddButton />}
    >
      <div className="grid grid-cols-1 gap-10">
        <VerdictView verdict={verdict.data} />
        {firstSteps && <FirstStepList steps={firstSteps} />}
        {isBrowserOfPhone && firstSteps === null && !isOffline && (
          <Suspense fallback={null}>
            <InstallHint />
          </Suspense>
        )}
        <NextStepList
          dated={renewal.data.items}
          dateMissing={dateMissing}
          above={verdict.data.action}
          firstSteps={firstSteps}
        />
        <TimelineCard
          credentials={renewal.data.items}
          dateMissing={dateMissing}
          today={today}
          locale={locale}
        />
        <Education isOffered={firstSteps?.some(({ name, isDone }) => name === 'cycle' && !isDone) === true} />
        {!isOffline && <RecentShareList />}
        <PracticeLink />
      </div>
    </Page>
  )
}

function AddButton() {
  return (
    <Link to="/upload" className={`max-md:hidden ${buttonClass({ tone: 'primary' })}`}>
      <Plus aria-hidden className="size-5" />
      {t`Add a credential`}
    </Link>
  )
}

function Education({ isOffered }: { isOffered: boolean }) {
  return (
    <section aria-labelledby="ce-title" className="border-line border-t pt-6">
      <h2 id="ce-title" className="text-lg">{t`CE progress`}</h2>
      <CycleProgressList isOffered={isOffered} />
    </section>
  )
}

function DashboardSkeleton() {
  return (
    <Page title={t`Dashboard`} eyebrow={t`Am I clear to work?`}>
      {/* With a key, so that the content does not take over its element and count as having moved. */}
      <div key="skeleton" aria-hidden className="grid gap-8">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-52 w-full sm:h-24" />
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </Page>
  )
}
