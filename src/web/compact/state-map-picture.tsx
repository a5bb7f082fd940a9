import { clsx } from 'clsx'
import type { PracticeAnswer, PracticeLook } from '#shared/compact/practice-answer.ts'
import { lookNames } from '#shared/compact/practice-text.ts'
import { t } from '#web/i18n/t.ts'
import { mapShapes, mapSize } from './map-shapes-text.ts'

const fills: Record<PracticeLook, string> = {
  licensed: 'fill-accent',
  by_compact: 'fill-[url(#map-by-compact)]',
  pending: 'fill-[url(#map-pending)]',
  not: 'fill-sunken',
  unknown: 'fill-[url(#map-unknown)]',
}

type StateMapPictureProps = {
  answers: readonly PracticeAnswer[]
  selected: string | undefined
  onSelect(code: string): void
}

/** The map is for pointers; the list beside it has the same data for everyone else. */
export function StateMapPicture({ answers, selected, onSelect }: StateMapPictureProps) {
  const byCode = new Map(answers.map((answer) => [answer.state.code, answer]))
  const shapes = mapShapes.flatMap((shape) => {
    const answer = byCode.get(shape[0])
    return answer ? [{ shape, answer }] : []
  })
  const isSelected = (code: string) => code === selected
  // The outline of the selected state is drawn above those of its neighbors.
  const ordered = shapes.toSorted(
    (a, b) => Number(isSelected(a.answer.state.code)) - Number(isSelected(b.answer.state.code)),
  )
  return (
    <svg
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      role="img"
      aria-label={t`Map of the states. The list says the same in words.`}
      className="h-auto w-full"
    >
      <Patterns />
      {ordered.map(({ shape: [code, outline], answer }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; the buttons of the list do the same
        <path
          key={code}
          d={outline}
          onClick={() => onSelect(code)}
          className={clsx(
            'cursor-pointer transition-opacity hover:opacity-80',
            fills[answer.look],
            isSelected(code) ? 'stroke-[2.5] stroke-ink' : 'stroke-[0.8] stroke-line-strong',
          )}
        >
          <title>{`${answer.state.name}: ${t(lookNames[answer.look])}`}</title>
        </path>
      ))}
    </svg>
  )
}

/** Stripes, dots and crosses, so that the styles also differ without color. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="map-by-compact"
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="7" height="7" className="fill-accent-soft" />
        <rect width="2" height="7" className="fill-accent" opacity="0.55" />
      </pattern>
      <pattern id="map-pending" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" className="fill-expiring-soft" />
        <circle cx="3" cy="3" r="1.4" className="fill-expiring" />
      </pattern>
      <pattern id="map-unknown" width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className="fill-surface" />
        <path d="M2 4h4M4 2v4" className="stroke-line-strong" strokeWidth="1" />
      </pattern>
    </defs>
  )
}

/** How the states of this answer look on the map. */
export function LookSwatch({ look }: { look: PracticeLook }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 22 16" className="h-4 w-5.5 shrink-0">
      <rect
        x="0.5"
        y="0.5"
        width="21"
        height="15"
        rx="3"
        className={clsx(fills[look], 'stroke-[0.8] stroke-line-strong')}
      />
    </svg>
  )
}
