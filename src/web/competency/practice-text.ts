import { amountWithin } from '#shared/competency/amount-within.ts'
import {
  type CompetencyKind,
  type CompetencyRecord,
  competencyKind,
  kindsWithAmount,
} from '#shared/competency/record.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type Counted = Pick<CompetencyRecord, 'kind' | 'amount' | 'startDate' | 'endDate'>

function countText(kind: CompetencyKind, count: number): string {
  switch (kind) {
    case 'practice_hours':
      return t`${plural(count, { one: '# practice hour', other: '# practice hours' })}`
    case 'academic_credits':
      return t`${plural(count, { one: '# academic credit', other: '# academic credits' })}`
    case 'refresher':
      return t`${plural(count, { one: '# refresher course', other: '# refresher courses' })}`
    case 'exam':
      return t`${plural(count, { one: '# exam', other: '# exams' })}`
    case 'course':
      return t`${plural(count, { one: '# required course', other: '# required courses' })}`
    case 'assessment':
      return t`${plural(count, { one: '# competency assessment', other: '# competency assessments' })}`
    case 'publication':
      return t`${plural(count, { one: '# publication', other: '# publications' })}`
    case 'portfolio':
      return t`${plural(count, { one: '# portfolio', other: '# portfolios' })}`
    case 'other':
      return t`${plural(count, { one: '# other record', other: '# other records' })}`
  }
}

/** `parts`: "480.25 practice hours", "3 academic credits", "1 exam". `isProrated` as in `amountWithin`. */
export type Totals = { parts: string[]; isProrated: boolean }

export function totalsWithin(records: readonly Counted[], from: string, to: string): Totals {
  const parts: string[] = []
  let isSplit = false
  for (const kind of competencyKind.options) {
    const { amount, records: finished, isProrated } = amountWithin(records, kind, from, to)
    const count = kindsWithAmount.includes(kind) ? amount : finished
    if (count > 0) parts.push(countText(kind, count))
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

/** The headline: the totals of this year. */
export function practiceHeadline(records: readonly Counted[], today: string): string {
  const year = today.slice(0, 4)
  const { parts } = totalsWithin(records, `${year}-01-01`, `${year}-12-31`)
  if (parts.length === 0) return t`Nothing recorded in ${year} yet.`
  return t`${new Intl.ListFormat(t.locale).format(parts)} in ${year}.`
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
  /** `null`: this kind has no amount. */
  amount: string | null
  /** `null`: this kind happens on one day. */
  startDate: string | null
  endDate: string
  organization: string
  /** Proofs that boards usually require. */
  proof: string
}

const course: FieldTexts = {
  title: msg`As on the certificate`,
  amount: msg`Hours`,
  startDate: msg`First day`,
  endDate: msg`Finished on`,
  organization: msg`School or provider`,
  proof: msg`Boards usually ask for the certificate of completion. Attach it as a document.`,
}

/** The form's labels for each kind. `title` says what to enter. */
export const fieldTexts: Record<CompetencyKind, FieldTexts> = {
  practice_hours: {
    title: msg`Your role and unit`,
    amount: msg`Hours worked`,
    startDate: msg`First day`,
    endDate: msg`Last day`,
    organization: msg`Employer`,
    proof: msg`Boards usually ask for a letter or a form from the employer. Attach it as a document.`,
  },
  academic_credits: {
    ...course,
    title: msg`As on the transcript`,
    amount: msg`Semester credits`,
    organization: msg`School`,
    proof: msg`Boards usually ask for the transcript. Attach it as a document.`,
  },
  refresher: { ...course, title: msg`Name of the course` },
  exam: {
    ...{ title: msg`Name of the exam`, amount: null, startDate: null, endDate: msg`Passed on` },
    ...{
      organization: msg`Given by`,
      proof: msg`Boards usually ask for the score report. Attach it as a document.`,
    },
  },
  course,
  assessment: {
    ...{
      title: msg`Name of the assessment`,
      amount: msg`Modules`,
      startDate: null,
      endDate: msg`Finished on`,
    },
    ...{
      organization: msg`Assessed by`,
      proof: msg`Boards usually ask for the signed assessment. Attach it as a document.`,
    },
  },
  publication: {
    ...{ title: msg`Title of the article`, amount: null, startDate: null, endDate: msg`Published on` },
    ...{
      organization: msg`Journal or publisher`,
      proof: msg`Boards usually ask for the first page or the letter of acceptance. Attach it as a document.`,
    },
  },
  portfolio: {
    ...{ title: msg`Name of the portfolio`, amount: null, startDate: null, endDate: msg`Finished on` },
    ...{
      organization: msg`Reviewed by`,
      proof: msg`Boards usually ask for the portfolio or its review. Attach it as a document.`,
    },
  },
  other: {
    ...{
      title: msg`What you did`,
      amount: msg`Hours`,
      startDate: msg`First day`,
      endDate: msg`Last day`,
    },
    ...{
      organization: msg`Organization`,
      proof: msg`Boards usually ask for proof. Attach it as a document.`,
    },
  },
}
