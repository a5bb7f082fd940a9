import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { type Corners, movedCorner, turned } from '#shared/files/perspective.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { drawTurned } from './page-drawing.ts'

/** In the order in which they are on the page before it is turned. */
const cornerNames = [
  msg`Top left corner`,
  msg`Top right corner`,
  msg`Bottom right corner`,
  msg`Bottom left corner`,
]
const arrows = new Map([
  ['ArrowLeft', { x: -0.01, y: 0 }],
  ['ArrowRight', { x: 0.01, y: 0 }],
  ['ArrowUp', { x: 0, y: -0.01 }],
  ['ArrowDown', { x: 0, y: 0.01 }],
])
/** With Shift. */
const LARGE_STEP = 5

type CropFieldProps = {
  page: HTMLCanvasElement
  turns: number
  corners: Corners
  onChange(corners: Corners): void
}

/** The page with a handle at each corner of the card, moved by dragging or with the arrow keys. */
export function CropField({ page, turns, corners, onChange }: CropFieldProps) {
  const area = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hint = useId()
  const [announcement, setAnnouncement] = useState('')
  const ratio = turns % 2 === 0 ? page.width / page.height : page.height / page.width
  useEffect(() => {
    if (canvas.current) drawTurned(page, turns, canvas.current)
  }, [page, turns])

  const shown = corners.map((corner) => turned(corner, turns))
  const nameOf = (at: number) => t(cornerNames[(at + turns) % 4] ?? '')

  function drag(event: PointerEvent, at: number) {
    const box = area.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const to = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
    onChange(movedCorner(corners, at, turned(to, -turns)))
  }

  function step(event: KeyboardEvent, at: number) {
    const by = arrows.get(event.key)
    const from = shown[at]
    if (!by || !from) return
    event.preventDefault()
    const factor = event.shiftKey ? LARGE_STEP : 1
    const to = { x: from.x + by.x * factor, y: from.y + by.y * factor }
    const next = movedCorner(corners, at, turned(to, -turns))
    const place = turned(next[at] ?? to, turns)
    onChange(next)
    const percent = (part: number) => `${Math.round(part * 100)}%`
    setAnnouncement(t`${nameOf(at)}: ${percent(place.x)} from the left, ${percent(place.y)} from the top.`)
  }

  return (
    <div className="px-5.5">
      <div
        ref={area}
        style={{ aspectRatio: ratio, maxWidth: `calc(50dvh * ${ratio})` }}
        className="relative mx-auto w-full select-none [--outside:rgb(8_18_24/55%)]"
      >
        <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
        <svg
          aria-hidden="true"
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path
            fillRule="evenodd"
            fill="var(--outside)"
            d={`M0 0H1V1H0ZM${shown.map(({ x, y }) => `${x} ${y}`).join('L')}Z`}
          />
          <path
            fill="none"
            stroke="var(--accent)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            d={`M${shown.map(({ x, y }) => `${x} ${y}`).join('L')}Z`}
          />
        </svg>
        {shown.map(({ x, y }, at) => (
          <button
            key={cornerNames[at]}
            type="button"
            aria-label={nameOf(at)}
            aria-describedby={hint}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => drag(event, at)}
            onKeyDown={(event) => step(event, at)}
            className="absolute grid size-11 -translate-1/2 cursor-move touch-none place-items-center rounded-full"
          >
            <span className="size-5 rounded-full border-3 border-[#fff] bg-[#0b6a6b] shadow-card" />
          </button>
        ))}
      </div>
      <p id={hint} className="mt-4 text-muted text-sm">
        <Trans>
          Drag the corners to the edges of the card. With a keyboard: arrow keys, Shift for larger steps.
        </Trans>
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
