import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { cycleEntriesQuery } from '#web/ceu/api.ts'
import { PinnedLogCourseLink } from '#web/ceu/cycle-link.tsx'
import {
  carriedOverText,
  cycleHeadline,
  cycleName,
  cycleSubject,
  neededText,
  periodText,
  shortName,
  uncountedText,
} from '#web/ceu/cycle-text.ts'
import { NewerRuleDialog } from '#web/ceu/rules/newer-rule-dialog.tsx'
import { RuleCard } from '#web/ceu/rules/rule-card.tsx'
import { RuleLanguage } from '#web/ceu/rules/rule-words.tsx'
import { TopicOfferView } from '#web/ceu/topic-offer-view.tsx'
import { WaySection } from '#web/ceu/ways/way-section-view.tsx'
import type { DateContext } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { CycleActions } from './cycle-actions-view.tsx'
import { CycleEntryList } from './cycle-entry-list.tsx'
import { CycleQuestionsView } from './cycle-questions-view.tsx'
import { CycleTopicList } from './cycle-topic-list.tsx'
import { LoadedCyclePage } from './loaded-cycle-page.tsx'
import { PaceChart } from './pace-chart.tsx'
import { ProgressRing } from './progress-ring.tsx'

const route = getRouteApi('/credentials/cycles/$cycleId')

export function CyclePage() {
  const { cycleId } = route.useParams()
  return (
    <LoadedCyclePage cycleId={cycleId} loading={<CycleSkeleton />}>
      {(cycle) => <CycleDetail cycle={cycle} />}
    </LoadedCyclePage>
  )
}

function CycleDetail({ cycle }: { cycle: CeuCycle }) {
  const context = useDateContext()
  const entries = useQuery(cycleEntriesQuery(cycle.id))
  const items = entries.data?.items ?? []
  return (
    <Page
      title={t`CE for ${cycleSubject(cycle)}`}
      eyebrow={<Eyebrow cycle={cycle} locale={context.locale} />}
      heading={cycleHeadline(cycle, context)}
      intro={neededText(cycle, context)}
      actions={<CycleActions cycle={cycle} entries={items} />}
    >
      <NewerRuleDialog cycle={cycle} locale={context.locale} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-8">
          <CycleProgress cycle={cycle} {...context} />
          <WaySection cycle={cycle} {...context} />
          <CycleQuestionsView cycle={cycle} />
          <TopicOfferView labels={items.flatMap(({ topicTags }) => topicTags)} cycles={[cycle]} />
          <section aria-labelledby="entries-title">
            <h2 id="entries-title" className="mb-3 text-lg">
              {items.length > 0 ? t`Entries (${items.length})` : t`Entries`}
            </h2>
            {entries.error ? (
              <ProblemNote problem={entries.error} onRetry={() => void entries.refetch()} />
            ) : entries.isPending ? (
              <Skeleton className="h-64 w-full" />
            ) : (
              <CycleEntryList cycle={cycle} entries={items} locale={context.locale} />
            )}
          </section>
        </div>
        <div className="grid grid-cols-1 gap-8">
          {entries.data && <PaceChart cycle={cycle} entries={items} {...context} />}
          <RuleCard cycle={cycle} locale={context.locale} />
        </div>
      </div>
      {cycle.notes && (
        <section aria-labelledby="notes-title" className="max-w-[70ch]">
          <h2 id="notes-title" className="mb-2 text-lg">{t`Notes`}</h2>
          <p className="whitespace-pre-line">{cycle.notes}</p>
        </section>
      )}
      <PinnedLogCourseLink cycleId={cycle.id} />
    </Page>
  )
}

function Eyebrow({ cycle, locale }: { cycle: CeuCycle; locale: string | null }) {
  const credentialId = cycle.licenseId ?? cycle.certificationId
  return (
    <div className="flex flex-wrap gap-x-2">
      <Link to="/credentials" search={{ tab: 'ce' }} className="underline">{t`CE`}</Link>
      <span aria-hidden>/</span>
      {credentialId ? (
        <Link to="/credentials/$id" params={{ id: credentialId }} className="min-w-0 underline">
          {shortName(cycleName(cycle))}
        </Link>
      ) : (
        <span>{cycleName(cycle)}</span>
      )}
      <span className="font-normal text-muted">{periodText(cycle, locale)}</span>
    </div>
  )
}

function CycleProgress({ cycle, ...context }: { cycle: CeuCycle } & DateContext) {
  const notes = [carriedOverText(cycle), uncountedText(cycle)].filter((text) => text !== null)
  return (
    <section
      aria-labelledby="progress-title"
      className={`grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)] ${cycle.topics.length > 5 ? 'items-start' : 'items-center'}`}
    >
      <h2 id="progress-title" className="sr-only">{t`Hours and topics`}</h2>
      <ProgressRing
        cycle={cycle}
        progress={progressOf(cycle, context.today)}
        className="mx-auto size-36 sm:size-40"
      />
      <CycleTopicList cycle={cycle} {...context} />
      {notes.map((text) => (
        <p key={text} className="text-muted sm:col-span-2">
          {text}
        </p>
      ))}
      {cycle.rule && (
        <div className="empty:hidden sm:col-span-2">
          <RuleLanguage />
        </div>
      )}
    </section>
  )
}

function CycleSkeleton() {
  return (
    <Page title={t`CE cycle`}>
      <div aria-hidden className="grid gap-x-12 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <Skeleton className="h-52 w-full" />
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </Page>
  )
}
