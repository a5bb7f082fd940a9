import { amountWithin } from '#shared/competency/amount-within.ts'
import {
  type CompetencyKind,
  type CompetencyRecord,
  competencyKind,
  kindsWithAmount,
} from '#shared/competency/record.ts'
import { formatDate } from '#web/format/dates.ts'

type Counted = Pick<CompetencyRecord, 'kind' | 'amount' | 'startDate' | 'endDate'>

const counted: Record<CompetencyKind, readonly [one: string, several: string]> = {
  practice_hours: ['practice hour', 'practice hours'],
  academic_credits: ['academic credit', 'academic credits'],
  refresher: ['refresher course', 'refresher courses'],
  exam: ['exam', 'exams'],
  course: ['required course', 'required courses'],
  assessment: ['competency assessment', 'competency assessments'],
  publication: ['publication', 'publications'],
  portfolio: ['portfolio', 'portfolios'],
  other: ['other record', 'other records'],
}

/** `parts`: "480.25 practice hours", "3 academic credits", "1 exam". `isProrated` as in `amountWithin`. */
export type Totals = { parts: string[]; isProrated: boolean }

export function totalsWithin(records: readonly Counted[], from: string, to: string): Totals {
  const parts: string[] = []
  let isSplit = false
  for (const kind of competencyKind.options) {
    const { amount, records: finished, isProrated } = amountWithin(records, kind, from, to)
    const count = kindsWithAmount.includes(kind) ? amount : finished
    if (count > 0) parts.push(`${count.toLocaleString('en-US')} ${counted[kind][count === 1 ? 0 : 1]}`)
    isSplit ||= isProrated
  }
  return { parts, isProrated: isSplit }
}

export type YearTotals = Totals & { year: string }

/** The totals of every calendar year that has any, the latest first. */
export function yearTotals(records: readonly Counted[]): YearTotals[] {
  const first = ({ startDate, endDate }: Counted) => Number((startDate ?? endDate).slice(0, 4))
  const last = ({ endDate }: Counted) => Number(endDate.slice(0, 4))
  const [from, to] = [Math.min(...records.map(first)), Math.max(...records.map(last))]
  const totals: YearTotals[] = []
  for (let year = to; year >= from; year -= 1) {
    const near = records.filter((record) => first(record) <= year && last(record) >= year)
    const found = totalsWithin(near, `${year}-01-01`, `${year}-12-31`)
    if (found.parts.length > 0) totals.push({ ...found, year: String(year) })
  }
  return totals
}

const list = new Intl.ListFormat('en-US')

/** The answer at the top: what this year comes to. */
export function practiceHeadline(records: readonly Counted[], today: string): string {
  const year = today.slice(0, 4)
  const { parts } = totalsWithin(records, `${year}-01-01`, `${year}-12-31`)
  return parts.length === 0 ? `Nothing recorded in ${year} yet.` : `${list.format(parts)} in ${year}.`
}

/** "Oct 1, 2025 – Dec 31, 2025", or the one day. */
export function daysText(
  { startDate, endDate }: Pick<CompetencyRecord, 'startDate' | 'endDate'>,
  locale: string | null,
): string {
  const last = formatDate(endDate, locale)
  return startDate === null || startDate === endDate ? last : `${formatDate(startDate, locale)} – ${last}`
}

type FieldTexts = {
  title: string
  /** `null`: this kind is no amount of anything. */
  amount: string | null
  /** `null`: this kind happens on one day. */
  startDate: string | null
  endDate: string
  organization: string
  proof: string
}

const course: FieldTexts = {
  title: 'As on the certificate',
  amount: 'Hours',
  startDate: 'First day',
  endDate: 'Finished on',
  organization: 'School or provider',
  proof: 'the certificate of completion',
}

/** How the form asks for each kind. `title` is an example; `proof` is what boards usually want to see. */
export const fieldTexts: Record<CompetencyKind, FieldTexts> = {
  practice_hours: {
    title: 'Staff RN, ICU',
    amount: 'Hours worked',
    startDate: 'First day',
    endDate: 'Last day',
    organization: 'Employer',
    proof: 'a letter or a form from the employer',
  },
  academic_credits: {
    ...course,
    title: 'Advanced Pharmacology, NURS 5320',
    amount: 'Semester credits',
    organization: 'School',
    proof: 'the transcript',
  },
  refresher: { ...course, title: 'RN refresher course' },
  exam: {
    ...{ title: 'CCRN exam', amount: null, startDate: null, endDate: 'Passed on' },
    ...{ organization: 'Given by', proof: 'the score report' },
  },
  course,
  assessment: {
    ...{ title: 'Annual competency assessment', amount: 'Modules', startDate: null, endDate: 'Finished on' },
    ...{ organization: 'Assessed by', proof: 'the signed assessment' },
  },
  publication: {
    ...{ title: 'Title of the article', amount: null, startDate: null, endDate: 'Published on' },
    ...{ organization: 'Journal or publisher', proof: 'the first page or the letter of acceptance' },
  },
  portfolio: {
    ...{ title: 'Professional portfolio', amount: null, startDate: null, endDate: 'Finished on' },
    ...{ organization: 'Reviewed by', proof: 'the portfolio or its review' },
  },
  other: {
    ...{ title: 'Precepting a student', amount: 'Hours', startDate: 'First day', endDate: 'Last day' },
    ...{ organization: 'Organization', proof: 'what shows it' },
  },
}
