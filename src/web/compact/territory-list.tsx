import type { PracticeAnswer } from '#shared/compact/practice-answer.ts'
import { t } from '#web/i18n/t.ts'
import { mapShapes } from './map-shapes-text.ts'
import { PracticeLookBadge } from './state-answer-card.tsx'

type TerritoryListProps = {
  answers: readonly PracticeAnswer[]
  selected: string
  onSelect(code: string): void
}

const drawn = new Set(mapShapes.map(([code]) => code))

/** The territories without room on the map: Guam and the US Virgin Islands. */
export function TerritoryList({ answers, selected, onSelect }: TerritoryListProps) {
  const others = answers.filter(({ state }) => !drawn.has(state.code))
  if (others.length === 0) return null
  return (
    <ul aria-label={t`Not on the map`} className="flex flex-wrap gap-2">
      {others.map(({ state: { code, name }, look }) => (
        <li key={code}>
          <button
            type="button"
            aria-pressed={code === selected}
            onClick={() => onSelect(code)}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 hover:bg-sunken aria-pressed:border-2 aria-pressed:border-ink"
          >
            {name}
            <PracticeLookBadge look={look} />
          </button>
        </li>
      ))}
    </ul>
  )
}
