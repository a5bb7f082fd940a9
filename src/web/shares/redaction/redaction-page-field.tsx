import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Box } from '#shared/shares/redaction.ts'
import { t } from '#web/i18n/t.ts'
import { RedactionBoxView } from './redaction-box-view.tsx'
import { RedactionPageView } from './redaction-page-view.tsx'
import type { SourcePage } from './use-redaction.ts'
import { boxBetween, boxText, movedBox, sizedBox, steppedBox } from './use-redaction-boxes.ts'

type Point = { x: number; y: number }
type Drag = { kind: 'draw' | 'move' | 'size'; index: number; from: Point }

type RedactionPageFieldProps = {
  page: SourcePage
  label: string
  boxes: Box[]
  selected: number | null
  onSelect(index: number | null): void
  onChange(boxes: Box[], reason: string): void
  hintId: string
  /** Gets the focus when the focused element disappears. */
  ref: RefObject<HTMLDivElement | null>
}

/** A page on which boxes are drawn by touch, mouse or keyboard. Two fingers still zoom. */
export function RedactionPageField({
  ref: area,
  page,
  label,
  boxes,
  hintId,
  ...props
}: RedactionPageFieldProps) {
  const { selected, onSelect, onChange } = props
  // Not state: a quick gesture ends before its last move is rendered.
  const drag = useRef<Drag | null>(null)
  const [preview, setPreview] = useState<{ box: Box; index: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')

  function pointOf(event: PointerEvent): Point {
    const { left, top, width, height } = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }

  function startDrag(event: PointerEvent, kind: Drag['kind'], index: number) {
    if (event.button !== 0 || !event.isPrimary) return
    event.stopPropagation()
    area.current?.setPointerCapture(event.pointerId)
    drag.current = { kind, index, from: pointOf(event) }
    onSelect(kind === 'draw' ? null : index)
  }

  function boxAt(event: PointerEvent, { kind, index, from }: Drag): Box | null {
    const at = pointOf(event)
    if (kind === 'draw') return boxBetween(from, at)
    const before = boxes[index]
    if (!before) return null
    return (kind === 'move' ? movedBox : sizedBox)(before, at.x - from.x, at.y - from.y)
  }

  function continueDrag(event: PointerEvent) {
    if (!drag.current) return
    const box = boxAt(event, drag.current)
    setPreview(box && { box, index: drag.current.index })
  }

  function endDrag(event: PointerEvent) {
    const ended = drag.current
    if (!ended) return
    drag.current = null
    setPreview(null)
    const box = boxAt(event, ended)
    const { kind, index, from } = ended
    const at = pointOf(event)
    if (!box || (at.x === from.x && at.y === from.y)) return
    onChange(kind === 'draw' ? [...boxes, box] : replaced(boxes, index, box), crypto.randomUUID())
    onSelect(index)
  }

  function cancelDrag() {
    drag.current = null
    setPreview(null)
  }

  function handleKey(event: KeyboardEvent, index: number) {
    const box = boxes[index]
    if (!box) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(boxes.toSpliced(index, 1), crypto.randomUUID())
      onSelect(null)
      area.current?.focus({ preventScroll: true })
      setAnnouncement(t`Box ${index + 1} removed.`)
      return
    }
    const next = steppedBox(box, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    onChange(replaced(boxes, index, next), `keys ${page.number} ${index}`)
    setAnnouncement(boxText(next, index + 1))
  }

  const shown = preview ? boxes.toSpliced(preview.index, 1, preview.box) : boxes
  return (
    <div
      ref={area}
      tabIndex={-1}
      style={{ aspectRatio: page.ratio, maxWidth: `calc(var(--page-height) * ${page.ratio})` }}
      onPointerDown={(event) => startDrag(event, 'draw', boxes.length)}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      onPointerCancel={cancelDrag}
      className="relative mx-auto w-full [--page-height:46dvh] sm:[--page-height:58dvh] cursor-crosshair touch-pinch-zoom outline-offset-2 select-none overflow-hidden rounded-control border border-line-strong bg-[#fff]"
    >
      <RedactionPageView page={page} label={label} />
      {shown.map((box, index) => (
        <RedactionBoxView
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the list
          key={index}
          box={box}
          label={t`Box ${index + 1} of ${shown.length}`}
          hintId={hintId}
          isSelected={selected === index}
          onFocus={() => onSelect(index)}
          onKeyDown={(event) => handleKey(event, index)}
          onGrab={(event, kind) => startDrag(event, kind, index)}
        />
      ))}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

function replaced(boxes: Box[], index: number, box: Box): Box[] {
  return boxes.map((one, at) => (at === index ? box : one))
}
