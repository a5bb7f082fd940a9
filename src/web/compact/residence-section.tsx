import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { stateName } from '#shared/compact/practice-text.ts'
import { otherNamesOf } from '#shared/credentials/place-names.ts'
import { states } from '#shared/credentials/states.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { movePlanQuery, residencesQuery } from './api.ts'
import { isWholeDate, moveTexts } from './practice-page-text.ts'
import { ResidenceList, useResidenceChanges } from './residence-list.tsx'
import { SourceLink } from './state-answer-card.tsx'

const places = () =>
  [...states.map(({ code }) => code), 'GU', 'VI'].map((code) => ({
    ...{ id: code, label: stateName(code, t), description: code, names: otherNamesOf(code) },
  }))

/** Where the owner lives, and a preview of the effects of a move. */
export function ResidenceSection() {
  const { locale } = useUser()
  const { data, error, refetch } = useQuery(residencesQuery)
  const isMove = data !== undefined && data.items.length > 0
  return (
    <section aria-labelledby="residence-title" className="grid max-w-[720px] scroll-mt-20 grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 id="residence-title" className="text-lg">
          {isMove ? t`Where you live` : t`Where do you live?`}
        </h2>
        <p className="text-muted">
          <Trans>
            The compact depends on your primary state of residence: where you have your driver’s license, pay
            taxes and are registered to vote.
          </Trans>
        </p>
      </div>
      {!data && error && <ProblemNote problem={toProblem(error)} onRetry={() => void refetch()} />}
      {isMove && <ResidenceList residences={data.items} locale={locale} />}
      {data && !isMove && <MoveForm isMove={false} locale={locale} />}
      {isMove && (
        <Disclosure
          id="residence-move"
          title={t`I’m moving`}
          summary={t`See what a move changes before you record it.`}
        >
          <MoveForm key={data.items.length} isMove locale={locale} />
        </Disclosure>
      )}
    </section>
  )
}

type MoveFormProps = { isMove: boolean; locale: string | null }

function MoveForm({ isMove, locale }: MoveFormProps) {
  const [state, setState] = useState('')
  const [from, setFrom] = useState<string | null>(null)
  const [key] = useState(() => crypto.randomUUID())
  const { create } = useResidenceChanges()
  const code = state === '' ? null : state
  const isComplete = code !== null && from !== null && isWholeDate(from)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (code !== null && from !== null) create.mutate({ body: { state: code, from }, key })
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <ComboField
          label={isMove ? t`To which state` : t`State`}
          items={places()}
          value={state}
          onChange={setState}
          placeholder={t`Choose a state`}
        />
        <DateField label={isMove ? t`Day of the move` : t`Since`} value={from} onChange={setFrom} />
      </div>
      {isMove && code !== null && from !== null && isWholeDate(from) && (
        <PlanView state={code} from={from} locale={locale} />
      )}
      {create.error && <ProblemNote problem={toProblem(create.error)} />}
      <div>
        <Button type="submit" tone="primary" isPending={create.isPending} isDisabled={!isComplete}>
          {isMove ? t`Record the move` : t`Save`}
        </Button>
      </div>
    </form>
  )
}

function PlanView({ state, from, locale }: { state: string; from: string; locale: string | null }) {
  const { data } = useQuery(movePlanQuery(state, from))
  if (!data) return null
  const format = (date: string) => formatDate(date, locale)
  return (
    <div role="status" className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <h4 className="font-semibold">{t`Moving to ${data.state.name}`}</h4>
      <ul className="grid list-disc gap-1.5 pl-5">
        {moveTexts(data, format).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {data.applyBy !== null && (
          <li>{t`Once recorded, the application is among your reminders until you enter its date.`}</li>
        )}
      </ul>
      <p className="text-muted text-sm">
        {data.board && (
          <>
            <Trans>
              Ask: <SourceLink {...data.board} />
            </Trans>
            <br />
          </>
        )}
        <Trans>
          Source: <SourceLink {...data.source} />, and the list of compact states as of {[format(data.asOf)]}.
          Not legal advice.
        </Trans>
      </p>
    </div>
  )
}
