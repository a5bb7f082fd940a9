import type { PracticeAnswer } from '#shared/compact/practice-answer.ts'
import { t } from '#web/i18n/t.ts'
import { assumedHomes, compactConditionText } from './practice-page-text.ts'
import { PracticeLookBadge } from './state-answer-card.tsx'

type StateTableViewProps = {
  answers: readonly PracticeAnswer[]
  selected: string
  onSelect(code: string): void
}

/** The map in words. */
export function StateTableView({ answers, selected, onSelect }: StateTableViewProps) {
  const condition = compactConditionText(assumedHomes(answers))
  return (
    <section aria-labelledby="table-title" className="grid grid-cols-1 gap-2">
      <h2 id="table-title" className="text-lg">{t`State by state`}</h2>
      {condition && <p className="max-w-[70ch]">{condition}</p>}
      <table className="w-full border-collapse text-left">
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b text-muted text-sm">
            <th scope="col" className="py-2 pr-4 font-semibold">{t`State`}</th>
            <th scope="col" className="py-2 pr-4 font-semibold">{t`You are`}</th>
            <th scope="col" className="py-2 font-semibold">{t`Why`}</th>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ state, look, reason }) => (
            <tr
              key={state.code}
              className={`border-line border-b align-top max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:py-2 ${state.code === selected ? 'bg-sunken' : ''}`}
            >
              <th scope="row" className="font-semibold max-sm:flex-1 sm:pr-4">
                <button
                  type="button"
                  aria-pressed={state.code === selected}
                  onClick={() => onSelect(state.code)}
                  className="inline-flex min-h-11 cursor-pointer items-center text-left underline decoration-line-strong/60 underline-offset-4 hover:decoration-current"
                >
                  {state.name}
                </button>
              </th>
              <td className="sm:py-2 sm:pr-4">
                <PracticeLookBadge look={look} />
              </td>
              <td className="text-muted max-sm:w-full max-sm:text-sm sm:py-2.5">{reason.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
