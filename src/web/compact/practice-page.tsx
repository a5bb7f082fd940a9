import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PracticeAnswer } from '#shared/compact/practice-answer.ts'
import { practiceBasis } from '#shared/compact/practice-text.ts'
import { otherNamesOf } from '#shared/credentials/place-names.ts'
import { findState } from '#shared/credentials/states.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { EmptyState, Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { practiceStatesQuery } from './api.ts'
import { assumedHomes, countLooks, isWholeDate, overviewText } from './practice-page-text.ts'
import { ResidenceSection } from './residence-section.tsx'
import { StateAnswerCard } from './state-answer-card.tsx'
import { StateGroupList } from './state-group-list.tsx'
import { groupAnswers, hasNoLicense } from './state-groups.ts'
import { StateMapPicture } from './state-map-picture.tsx'

const route = getRouteApi('/credentials/states')

/** Where the owner may work on a given day: the answers with their states, a map, the reasons, and the effects of a move. */
export function PracticePage() {
  const today = useToday()
  const { state, date, change } = usePracticeSearch(today)
  const { locale } = useUser()
  const { data, error, refetch } = useQuery({
    ...practiceStatesQuery(date !== null && isWholeDate(date) ? date : today),
    placeholderData: keepPreviousData,
  })
  const isAnswered = data !== undefined && !hasNoLicense(data.items)
  return (
    <Page
      title={t`Where you can work`}
      isDense
      eyebrow={<Link to="/credentials" className="underline">{t`My Vault`}</Link>}
      heading={
        isAnswered ? overviewText(countLooks(data.items), assumedHomes(data.items)) : t`Where you can work`
      }
      intro={isAnswered && data.date !== today && t`On ${formatDate(data.date, locale)}`}
    >
      {!data && error && <ProblemNote problem={toProblem(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && !isAnswered && <NoLicenseView />}
      {isAnswered && <States answers={data.items} state={state} date={date} onChange={change} />}
    </Page>
  )
}

function NoLicenseView() {
  return (
    <EmptyState
      title={t`Add a license to see your states`}
      body={t`Lanyard then lists where you can work: in the state of each license and, with a multistate RN or LPN license, in the states of the compact.`}
      action={
        <ButtonLink to="/upload" search={{ kind: 'license' }} tone="primary">{t`Add a license`}</ButtonLink>
      }
    />
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
  const groups = useMemo(() => groupAnswers(answers), [answers])
  const card = useRef<HTMLDivElement>(null)
  const selected = answers.find(({ state }) => state.code === chosen)
  const code = selected?.state.code
  const items = answers.map(({ state: { code: id, name } }) => ({
    ...{ id, label: name, description: id, names: otherNamesOf(id) },
  }))
  const choose = (next: string) => onChange({ state: next })
  const isOpening = useRef(false)
  useEffect(() => {
    if (code !== undefined && isOpening.current) card.current?.scrollIntoView({ block: 'nearest' })
    isOpening.current = false
  }, [code])
  // On a phone the card is further down.
  function open(next: string) {
    isOpening.current = next !== code
    if (next === code) card.current?.scrollIntoView({ block: 'nearest' })
    choose(next)
  }
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid grid-cols-1 gap-4">
          <StateGroupList groups={groups} selected={code} onSelect={open} locale={locale} />
          <p className="max-w-[62ch] text-muted text-sm">{t(practiceBasis)}</p>
        </div>
        <section aria-labelledby="look-up-title" className="grid grid-cols-1 gap-4 lg:sticky lg:top-24">
          <h2 id="look-up-title" className="text-lg">{t`Look up a state and a day`}</h2>
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
            <ComboField
              label={t`State`}
              items={items}
              value={code ?? ''}
              placeholder={t`Choose a state`}
              onChange={(next) => next !== '' && choose(next)}
            />
            <DateField label={t`On which day`} value={date} onChange={(day) => onChange({ date: day })} />
          </div>
          <div ref={card}>{selected && <StateAnswerCard answer={selected} locale={locale} />}</div>
          <StateMapPicture answers={answers} selected={code} onSelect={choose} />
        </section>
      </div>
      <ResidenceSection />
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
