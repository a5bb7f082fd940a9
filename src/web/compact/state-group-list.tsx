import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PracticeAnswer } from '#shared/compact/practice-answer.ts'
import { daysBetween } from '#shared/kernel/dates.ts'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { isShort, type StateGroup } from './state-groups.ts'
import { LookSwatch } from './state-map-picture.tsx'

type Selection = { selected: string | undefined; onSelect(code: string): void; locale: string | null }
type StateGroupListProps = Selection & { groups: readonly StateGroup[] }

/** The map in words: each answer once, with its states. */
export function StateGroupList({ groups, ...selection }: StateGroupListProps) {
  return (
    <section aria-label={t`Your states`} className="grid grid-cols-1 content-start border-line border-t">
      {groups.map((group) =>
        group.look === 'licensed' ? (
          <LicensedStates key={group.id} group={group} {...selection} />
        ) : (
          <Disclosure
            key={group.id}
            id={`states-${group.id}`}
            icon={<LookSwatch look={group.look} />}
            title={`${group.title} · ${group.answers.length.toLocaleString(t.locale)}`}
            summary={group.summary}
            isRequested={group.id === 'ended' && isShort(group)}
            note={group.asksAbout && <AnswerLink {...group.asksAbout} />}
          >
            <ul aria-label={group.title} className="flex flex-wrap gap-2">
              {group.answers.map((answer) => (
                <li key={answer.state.code}>
                  <StateButton answer={answer} {...selection} />
                </li>
              ))}
            </ul>
          </Disclosure>
        ),
      )}
    </section>
  )
}

function AnswerLink({ id, title, field }: NonNullable<StateGroup['asksAbout']>) {
  return (
    <Link
      to="/credentials/$id/edit"
      params={{ id }}
      hash={field}
      className="mb-2 ml-8.5 inline-flex min-h-11 items-center font-semibold text-accent-strong underline underline-offset-4"
    >{t`Answer it on ${title}`}</Link>
  )
}

const MOST_LICENSED = 6

function LicensedStates({
  group: { title, answers },
  locale,
  ...selection
}: Selection & { group: StateGroup }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? answers : answers.slice(0, MOST_LICENSED)
  return (
    <div className="border-line border-b pt-3 pb-2">
      <h2 className="flex items-center gap-3 text-base">
        <LookSwatch look="licensed" />
        {`${title} · ${answers.length.toLocaleString(t.locale)}`}
      </h2>
      <ul aria-label={title} className="mt-1 divide-y divide-line">
        {shown.map((answer) => (
          <li key={answer.state.code} className="flex min-h-11 items-center justify-between gap-3">
            <StateName answer={answer} {...selection} />
            <EndOf answer={answer} locale={locale} />
          </li>
        ))}
      </ul>
      {answers.length > shown.length && (
        <Button tone="quiet" onPress={() => setWhole(true)}>
          {t`Show all ${answers.length} states`}
        </Button>
      )}
    </div>
  )
}

/** "Apr 30, 2027 · in 154 days" in the next year; a date that is far away needs no count. */
function EndOf({ answer: { on, date }, locale }: { answer: PracticeAnswer; locale: string | null }) {
  if (!on) return null
  if (on.expiresAt === null) return <span className="text-muted text-sm">{t`Does not expire`}</span>
  const left = daysBetween(date, on.expiresAt)
  const isSoon = left <= 60
  const day = formatDate(on.expiresAt, locale)
  return (
    <span className={`text-right text-sm ${isSoon ? 'font-semibold text-expiring' : 'text-muted'}`}>
      {isSoon ? `${day} · ${formatDays(left)}` : t`until ${day}`}
    </span>
  )
}

type StateProps = Omit<Selection, 'locale'> & { answer: PracticeAnswer }

function StateName({ answer: { state }, selected, onSelect }: StateProps) {
  return (
    <button
      type="button"
      aria-pressed={state.code === selected}
      onClick={() => onSelect(state.code)}
      className="inline-flex min-h-11 cursor-pointer items-center rounded-control px-2 -mx-2 text-left font-semibold underline decoration-line-strong/60 underline-offset-4 hover:decoration-current aria-pressed:bg-accent-soft"
    >
      {state.name}
    </button>
  )
}

function StateButton({ answer: { state }, selected, onSelect }: StateProps) {
  return (
    <button
      type="button"
      aria-pressed={state.code === selected}
      onClick={() => onSelect(state.code)}
      className="inline-flex min-h-11 cursor-pointer items-center rounded-control border border-line-strong px-3 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
    >
      {state.name}
    </button>
  )
}
