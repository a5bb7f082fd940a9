import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { type CredentialOverview, overviewOf } from '#shared/credentials/overview.ts'
import { status as statuses } from '#shared/credentials/status.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { CycleProgressList } from '#web/ceu/cycles/cycle-progress-list.tsx'
import { credentialSummaryQuery, renewalQuery } from '#web/credentials/api.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { NextReminderView, ReminderWarningsView } from '#web/reminders/next-reminder-view.tsx'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FirstStepCard } from './first-step-card.tsx'
import { RecentShareList } from './recent-share-list.tsx'
import { StatusCountList } from './status-count-list.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { UpcomingExpirationList } from './upcoming-expiration-list.tsx'

const A_YEAR = 365

export function DashboardPage() {
  const today = useToday()
  const { locale } = useUser()
  const renewal = useQuery(renewalQuery(A_YEAR))
  const summary = useQuery(credentialSummaryQuery)
  const failed = renewal.error ?? summary.error
  if (failed) {
    return (
      <Page title="Your dashboard did not load">
        <ProblemNote
          problem={toProblem(failed)}
          onRetry={() => {
            void renewal.refetch()
            void summary.refetch()
          }}
        />
      </Page>
    )
  }
  if (!renewal.data || !summary.data) return <DashboardSkeleton />
  const overview = overviewOf(renewal.data.items, summary.data.total, today)
  if (overview.state === 'empty') return <FirstStepCard />
  return (
    <Page
      title="Dashboard"
      eyebrow="Am I clear to work?"
      heading={headline(overview, today, locale)}
      intro={explanation(overview, today, locale)}
      actions={<AddButton />}
    >
      <div className="grid grid-cols-1 gap-10">
        <ReminderWarningsView />
        <StatusCountList counts={summary.data.byStatus} order={statuses.options} />
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <TimelineCard credentials={renewal.data.items} today={today} locale={locale} />
          <UpcomingExpirationList credentials={renewal.data.items} today={today} locale={locale} />
        </div>
        <NextReminderView />
        <Education />
        <RecentShareList />
      </div>
    </Page>
  )
}

function AddButton() {
  return (
    <Link to="/upload" className={`max-md:hidden ${buttonClass({ tone: 'primary' })}`}>
      <Plus aria-hidden className="size-5" />
      Add a credential
    </Link>
  )
}

type FilledOverview = Exclude<CredentialOverview<Credential>, { state: 'empty' }>

/** "Am I clear to work, until when?": answered from the dates that the owner entered. */
export function headline(overview: FilledOverview, today: string, locale: string | null): string {
  switch (overview.state) {
    case 'lapsed':
      return overview.lapsed.length === 1 && overview.lapsed[0]
        ? `${credentialTitle(overview.lapsed[0])} has expired.`
        : `${overview.lapsed.length} of your credentials have expired.`
    case 'soon': {
      const name = credentialTitle(overview.next)
      if (overview.days === 0) return `${name} expires today.`
      return `You are clear to work, but ${name} expires ${formatDays(daysBetween(today, overview.next.expiresAt))}.`
    }
    case 'clear':
      return overview.next
        ? `You are clear to work until ${formatDate(overview.next.expiresAt, locale)}.`
        : 'You are clear to work, and nothing expires within a year.'
  }
}

export function explanation(overview: FilledOverview, today: string, locale: string | null): string {
  const basis = 'Based on the dates you entered. Your board and your employer have the final say.'
  if (overview.state === 'lapsed') {
    const [first] = overview.lapsed
    const which = overview.lapsed.length === 1 ? 'It' : 'The first one'
    const since = first ? `${which} expired ${formatDays(daysBetween(today, first.expiresAt))}. ` : ''
    return `${since}After renewing, update the date. ${basis}`
  }
  if (overview.state === 'soon')
    return `It expires on ${formatDate(overview.next.expiresAt, locale)}. ${basis}`
  if (overview.next) {
    return `Next to expire: ${credentialTitle(overview.next)}, ${formatDays(daysBetween(today, overview.next.expiresAt))}. ${basis}`
  }
  return basis
}

function Education() {
  return (
    <section aria-labelledby="ce-title" className="border-line border-t pt-6">
      <h2 id="ce-title" className="text-lg">
        CE progress
      </h2>
      <CycleProgressList />
    </section>
  )
}

function DashboardSkeleton() {
  return (
    <Page title="Dashboard" eyebrow="Am I clear to work?">
      <div aria-hidden className="grid gap-8">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-52 w-full sm:h-24" />
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </Page>
  )
}
