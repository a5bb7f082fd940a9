import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PracticeAnswer } from '#shared/compact/practice-answer.ts'
import { practiceBasis } from '#shared/compact/practice-text.ts'
import { otherNamesOf } from '#shared/credentials/place-names.ts'
import { findState } from '#shared/credentials/states.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { practiceStatesQuery } from './api.ts'
import { assumedHomes, countLooks, isWholeDate, overviewText } from './practice-page-text.ts'
import { ResidenceSection } from './residence-section.tsx'
import { StateAnswerCard } from './state-answer-card.tsx'
import { StateMapLegend, StateMapPicture } from './state-map-picture.tsx'
import { StateTableView } from './state-table-view.tsx'
import { TerritoryList } from './territory-list.tsx'

const route = getRouteApi('/credentials/states')

/** Where the owner may work on a given day: a map, the same data as a table, the reasons, and the effects of a move. */
export function PracticePage() {
  const today = useToday()
  const { state, date, change } = usePracticeSearch(today)
  const { data, error, refetch } = useQuery({
    ...practiceStatesQuery(date !== null && isWholeDate(date) ? date : today),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t`Where you can work`}
      isDense
      eyebrow={<Link to="/credentials" className="underline">{t`My Vault`}</Link>}
      heading={
        <span className="block max-sm:text-lg">
          {data ? overviewText(countLooks(data.items), assumedHomes(data.items)) : t`Where you can work`}
        </span>
      }
      intro={<span className="max-sm:text-base">{t(practiceBasis)}</span>}
    >
      {!data && error && <ProblemNote problem={toProblem(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && <States answers={data.items} state={state} date={date} onChange={change} />}
    </Page>
  )
}

type StatesProps = {
  answers: PracticeAnswer[]
  /** The code in the address. */
  state: string | undefined
  date: string | null
  onChange(change: PracticeSearch): void
}

function States({ answers, state: chosen, date, onChange }: StatesProps) {
  const { locale } = useUser()
  const selected =
    answers.find(({ state }) => state.code === chosen) ??
    answers.find(({ look }) => look === 'licensed') ??
    answers[0]
  if (!selected) return null
  const { code } = selected.state
  const items = answers.map(({ state: { code: id, name } }) => ({
    ...{ id, label: name, description: id, names: otherNamesOf(id) },
  }))
  const choose = (next: string) => onChange({ state: next })
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid max-w-[720px] grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <ComboField
          label={t`State`}
          items={items}
          value={code}
          onChange={(next) => next !== '' && choose(next)}
        />
        <DateField label={t`On which day`} value={date} onChange={(day) => onChange({ date: day })} />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-4">
          <StateMapPicture answers={answers} selected={code} onSelect={choose} />
          <TerritoryList answers={answers} selected={code} onSelect={choose} />
          <StateMapLegend answers={answers} />
        </div>
        <StateAnswerCard answer={selected} locale={locale} />
      </div>
      <ResidenceSection />
      <StateTableView answers={answers} selected={code} onSelect={choose} />
    </div>
  )
}

type PracticeSearch = { state?: string; date?: string | null }

/** The selected state and day, which are also in the URL: `?state=FL&date=2027-01-15`. */
function usePracticeSearch(today: string) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const given = search.date !== undefined && isCalendarDate(search.date) ? search.date : today
  // A partly typed date does not go into the URL.
  const [date, setDate] = useState<string | null>(given)
  const state = search.state && (findState(search.state)?.code ?? search.state.toUpperCase())
  function change(changed: PracticeSearch) {
    if (changed.date !== undefined) setDate(changed.date)
    const day = changed.date === undefined ? date : changed.date
    const isAsked = day !== null && isWholeDate(day) && day !== today
    const next = { state: changed.state ?? state, date: isAsked ? day : undefined }
    void navigate({
      search: { ...(next.state ? { state: next.state } : {}), ...(next.date ? { date: next.date } : {}) },
      ...{ replace: true, resetScroll: false },
    })
  }
  return { state, date, change }
}
