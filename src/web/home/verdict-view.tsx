import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { Verdict, VerdictState } from '#shared/credentials/verdict-answer.ts'
import { mostInHeadline } from '#shared/credentials/verdict-basis.ts'
import { plural } from '#shared/i18n/translate.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

type Reason = Verdict['states'][number]['reasons'][number]
type Answer = NonNullable<Verdict['answers']>[number]

/** How many of the answers that are yes are not folded. */
const SHOWN_YES = 2

/**
 * Below the headline: the verdict's next step, a row for each answer if the headline only counts them, and a collapsed
 * list of what is valid and what is not in each state.
 */
export function VerdictView({ verdict: { action, answers = [], states, verdict } }: { verdict: Verdict }) {
  const isCounted =
    answers.length > mostInHeadline.answers ||
    answers.some((answer) => answer.states.length > mostInHeadline.states)
  // The headline contains the license and one more reason.
  const isExplained = states.length > 1 || (verdict === 'partly' && (states[0]?.reasons.length ?? 0) > 2)
  const step = action?.kind === 'view' ? null : action
  if (!step && !isExplained) return null
  return (
    <div className="grid gap-5">
      {step && <ActionLink {...step} />}
      {isCounted && <AnswerList answers={answers} states={states} />}
      {isExplained && (
        <details className="group">
          <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 font-semibold underline [&::-webkit-details-marker]:hidden">
            {t`What the answer is based on`}
            <ChevronDown aria-hidden className="size-5 text-muted group-open:rotate-180" />
          </summary>
          <ul aria-label={t`By state`} className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {groupReasons(states).map(({ title, reasons }) => (
              <li key={title} className="border-line border-t pt-3">
                <p className="font-semibold">{title}</p>
                <ul className="mt-1">
                  {reasons.map((reason) => (
                    <ReasonRow key={reason.resourceId} {...reason} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Every answer that is not yes, then the next states to end; the others are folded in one row. */
function AnswerList({ answers, states }: { answers: Answer[]; states: Verdict['states'] }) {
  const { locale } = useUser()
  const lastShown = answers.filter(({ verdict }) => verdict !== 'yes').length + SHOWN_YES
  // A single answer takes no more room than the row that folds it.
  const shown = answers.length > lastShown + 1 ? answers.slice(0, lastShown) : answers
  const folded = answers.slice(shown.length)
  const names = folded.flatMap((answer) => answer.states)
  const until = states
    .flatMap((each) => (each.until !== null && names.includes(each.state) ? [each.until] : []))
    .sort()[0]
  return (
    <div>
      <ul aria-label={t`Answers`} className="divide-y divide-line border-line border-y">
        {shown.map((answer) => (
          <AnswerRow key={answer.text} {...answer} />
        ))}
      </ul>
      {folded.length > 0 && (
        <Disclosure
          id="more-states"
          icon={<CircleCheck aria-hidden className={`size-5 shrink-0 ${marks.yes.color}`} />}
          title={t`${plural(names.length, { one: '# more state', other: '# more states' })}`}
          summary={until === undefined ? t`Yes` : t`Yes, until at least ${formatDate(until, locale)}`}
        >
          <ul aria-label={t`More states`} className="divide-y divide-line">
            {folded.map((answer) => (
              <AnswerRow key={answer.text} {...answer} />
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

const marks: Record<VerdictState, { icon: LucideIcon; color: string }> = {
  no: { icon: CircleX, color: 'text-expired' },
  partly: { icon: CircleAlert, color: 'text-expiring' },
  unknown: { icon: CircleHelp, color: 'text-muted' },
  yes: { icon: CircleCheck, color: 'text-active' },
}

/** A few states by name, or their number with the names below. */
function AnswerRow({ verdict, text, states }: Answer) {
  const { icon: Icon, color } = marks[verdict]
  const isCounted = states.length > mostInHeadline.states
  const names = states.join(' · ')
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <p className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <span className="font-semibold">{isCounted ? t`${states.length} states` : names}</span>
        <span className="text-muted">
          <span className="block first-letter:uppercase">{text}</span>
          {isCounted && <span className="text-sm">{names}</span>}
        </span>
      </p>
    </li>
  )
}

/** A requirement of several states, such as a BLS card, is listed once. */
function groupReasons(states: Verdict['states']): { title: string; reasons: Reason[] }[] {
  const [first, ...others] = states
  if (!first || others.length === 0) return states.map(({ state, reasons }) => ({ title: state, reasons }))
  const isIn = ({ reasons }: Verdict['states'][number], { resourceId }: Reason) =>
    reasons.some((each) => each.resourceId === resourceId)
  const common = first.reasons.filter((reason) => others.every((other) => isIn(other, reason)))
  const own = states
    .map(({ state, reasons }) => ({
      title: state,
      reasons: reasons.filter((reason) => !common.some((each) => each.resourceId === reason.resourceId)),
    }))
    .filter(({ reasons }) => reasons.length > 0)
  return common.length === 0 ? own : [...own, { title: t`Every state`, reasons: common }]
}

function ReasonRow({ resourceId, title, reason }: Reason) {
  return (
    <li>
      <Link to="/credentials/$id" params={{ id: resourceId }} className="inline-flex min-h-11 items-center">
        <span>
          <span className="underline">{title}</span> {reason}
        </span>
      </Link>
    </li>
  )
}

const places: Partial<Record<NonNullable<Verdict['action']>['kind'], Place>> = {
  add_date: '/credentials/$id/edit',
  renew: '/credentials/$id/renew',
}
type Place = '/credentials/$id/edit' | '/credentials/$id/renew'

function ActionLink({ kind, label, resourceId }: NonNullable<Verdict['action']>) {
  const look = { tone: 'primary', className: 'w-fit max-sm:w-full', children: label } as const
  if (resourceId === null) return <ButtonLink to="/upload" {...look} />
  return <ButtonLink to={places[kind] ?? '/credentials/$id'} params={{ id: resourceId }} {...look} />
}
