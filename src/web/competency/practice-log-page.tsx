import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import { plural } from '#shared/i18n/translate.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday, useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { practiceLogQuery } from './api.ts'
import { practiceHeadline, type YearTotals, yearTotals } from './practice-text.ts'
import { RecordRow } from './record-row.tsx'

/**
 * Practice hours, academic credits, exams and other activities that some renewals accept, with the sums of each year.
 */
export function PracticeLogPage() {
  const { data, error, refetch } = useQuery({ ...practiceLogQuery, staleTime: 0 })
  const today = useToday()
  const hasRecords = data !== undefined && data.length > 0
  return (
    <Page
      title={t`Practice log`}
      width="form"
      isDense
      eyebrow={<Link to="/credentials" search={{ tab: 'ce' }} className="underline">{t`My Vault`}</Link>}
      heading={hasRecords ? <Headline records={data} today={today} /> : t`Practice log`}
      actions={
        hasRecords && (
          <ButtonLink to="/credentials/practice/new" tone="primary" className="max-sm:flex-1">
            <Plus aria-hidden className="size-5" />
            {t`Add a record`}
          </ButtonLink>
        )
      }
    >
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList sizes={['h-16', 'h-72']} className="gap-4" />}
      {data?.length === 0 && <EmptyLog />}
      {hasRecords && <Log records={data} today={today} />}
    </Page>
  )
}

function Headline({ records, today }: { records: CompetencyRecord[]; today: string }) {
  return <span className="block max-sm:text-lg">{practiceHeadline(records, today)}</span>
}

function Log({ records, today }: { records: CompetencyRecord[]; today: string }) {
  const { locale } = useUser()
  const [openIds, setOpenIds] = useState<readonly string[]>([])
  return (
    <div className="grid grid-cols-1 gap-8">
      <Years totals={yearTotals(records)} />
      <section aria-labelledby="records-title">
        <h2 id="records-title" className="text-lg">
          {t`${plural(records.length, { one: '# record', other: '# records' })}`}
        </h2>
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {records.map((record) => (
            <RecordRow
              key={record.id}
              record={record}
              locale={locale}
              isOpen={openIds.includes(record.id)}
              onToggle={(isOpen) =>
                setOpenIds((ids) => [...ids.filter((id) => id !== record.id), ...(isOpen ? [record.id] : [])])
              }
            />
          ))}
        </ul>
      </section>
      <ListExportPicker
        name="practice-log"
        title={t`Practice log`}
        today={today}
        load={() => import('./practice-list-values.ts').then((module) => module.practiceTable(records))}
      />
      <p className="text-muted text-sm">
        <Trans>These are your own records. Your board or certifying body decides what it accepts.</Trans>
      </p>
    </div>
  )
}

/** Later years are always shown. */
const SHOWN_YEARS = 4

function Years({ totals }: { totals: YearTotals[] }) {
  const earlier = totals.slice(SHOWN_YEARS)
  return (
    <section aria-labelledby="years-title" className="grid grid-cols-1 gap-2">
      <h2 id="years-title" className="text-lg">{t`By year`}</h2>
      <YearList totals={totals.slice(0, SHOWN_YEARS)} />
      {earlier.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-accent-strong [&::-webkit-details-marker]:hidden">
            {t`${plural(earlier.length, { one: '# earlier year', other: '# earlier years' })}`}
            <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
          </summary>
          <YearList totals={earlier} />
        </details>
      )}
      {totals.some(({ isProrated }) => isProrated) && (
        <p className="text-muted text-sm">{t`Hours that span two years are split by days.`}</p>
      )}
    </section>
  )
}

function YearList({ totals }: { totals: YearTotals[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {totals.map(({ year, parts }) => (
        <div key={year} className="contents">
          <dt className="font-semibold tabular-nums">{year}</dt>
          <dd className="tabular-nums">{parts.join(' · ')}</dd>
        </div>
      ))}
    </dl>
  )
}

function EmptyLog() {
  return (
    <EmptyState
      title={t`What counts besides courses`}
      body={t`Some boards and certifying bodies also accept practice hours, academic credits, an exam, a refresher course, a publication or a portfolio. Record each once, such as “Staff RN, ICU: 480 hours”, with the letter or transcript that shows it.`}
      action={
        <ButtonLink to="/credentials/practice/new" tone="primary">{t`Add the first record`}</ButtonLink>
      }
    />
  )
}
