import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SourcePage } from './use-redaction.ts'
import { type Box, boxBetween, boxText, movedBox, sizedBox, steppedBox } from './use-redaction-boxes.ts'

type Point = { x: number; y: number }
type Drag = { kind: 'draw' | 'move' | 'size'; index: number; from: Point }

type RedactFieldProps = {
  page: SourcePage
  label: string
  boxes: Box[]
  selected: number | null
  onSelect(index: number | null): void
  onChange(boxes: Box[], reason: string): void
  hintId: string
  /** Takes the focus when what had it goes. */
  ref: RefObject<HTMLDivElement | null>
}

/** A page to draw black boxes on, by finger, mouse or keyboard. Two fingers still zoom. */
export function RedactField({ ref: area, page, label, boxes, hintId, ...props }: RedactFieldProps) {
  const { selected, onSelect, onChange } = props
  // Not state: a quick finger is up again before its last move was drawn.
  const drag = useRef<Drag | null>(null)
  const [ghost, setGhost] = useState<{ box: Box; index: number } | null>(null)
  const [said, setSaid] = useState('')

  function pointOf(event: PointerEvent): Point {
    const { left, top, width, height } = (area.current as HTMLDivElement).getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }

  function begin(event: PointerEvent, kind: Drag['kind'], index: number) {
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

  function go(event: PointerEvent) {
    if (!drag.current) return
    const box = boxAt(event, drag.current)
    setGhost(box && { box, index: drag.current.index })
  }

  function end(event: PointerEvent) {
    const ended = drag.current
    if (!ended) return
    drag.current = null
    setGhost(null)
    const box = boxAt(event, ended)
    const { kind, index, from } = ended
    const at = pointOf(event)
    if (!box || (at.x === from.x && at.y === from.y)) return
    onChange(kind === 'draw' ? [...boxes, box] : replaced(boxes, index, box), crypto.randomUUID())
    onSelect(index)
  }

  function cancel() {
    drag.current = null
    setGhost(null)
  }

  function press(event: KeyboardEvent, index: number) {
    const box = boxes[index]
    if (!box) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onChange(boxes.toSpliced(index, 1), crypto.randomUUID())
      onSelect(null)
      area.current?.focus({ preventScroll: true })
      setSaid(`Box ${index + 1} removed.`)
      return
    }
    const next = steppedBox(box, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    onChange(replaced(boxes, index, next), `keys ${page.number} ${index}`)
    setSaid(boxText(next, index + 1))
  }

  const shown = ghost ? boxes.toSpliced(ghost.index, 1, ghost.box) : boxes
  return (
    <div
      ref={area}
      tabIndex={-1}
      style={{ aspectRatio: page.ratio, maxWidth: `calc(var(--page-height) * ${page.ratio})` }}
      onPointerDown={(event) => begin(event, 'draw', boxes.length)}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={cancel}
      className="relative mx-auto w-full [--page-height:46dvh] sm:[--page-height:58dvh] cursor-crosshair touch-pinch-zoom outline-offset-2 select-none overflow-hidden rounded-control border border-line-strong bg-[#fff]"
    >
      <PagePicture page={page} label={label} />
      {shown.map((box, index) => (
        <BoxMark
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the list
          key={index}
          box={box}
          label={`Box ${index + 1} of ${shown.length}`}
          hintId={hintId}
          isSelected={selected === index}
          onFocus={() => onSelect(index)}
          onKeyDown={(event) => press(event, index)}
          onGrab={(event, kind) => begin(event, kind, index)}
        />
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

function replaced(boxes: Box[], index: number, box: Box): Box[] {
  return boxes.map((one, at) => (at === index ? box : one))
}

type BoxMarkProps = {
  box: Box
  label: string
  hintId: string
  isSelected: boolean
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
  onGrab(event: PointerEvent, kind: 'move' | 'size'): void
}

function BoxMark({ box, label, hintId, isSelected, onFocus, onKeyDown, onGrab }: BoxMarkProps) {
  const node = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) node.current?.focus({ preventScroll: true })
  }, [isSelected])
  const percent = (part: number) => `${part * 100}%`
  return (
    <button
      ref={node}
      type="button"
      aria-label={label}
      aria-describedby={hintId}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => onGrab(event, 'move')}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
      }}
      className={clsx(
        'absolute cursor-move bg-[#000] outline-offset-0',
        isSelected && 'z-10 outline-3 outline-accent',
      )}
    >
      {isSelected && (
        <span
          aria-hidden
          data-handle
          onPointerDown={(event) => onGrab(event, 'size')}
          className="absolute -right-5.5 -bottom-5.5 grid size-11 cursor-nwse-resize place-items-center"
        >
          <span className="size-4 rounded-full border-2 border-[#fff] bg-accent" />
        </span>
      )}
    </button>
  )
}

function PagePicture({ page, label }: Pick<RedactFieldProps, 'page' | 'label'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'broken'>('drawing')
  useEffect(() => {
    const node = canvas.current
    if (!node) return
    let isGone = false
    page.draw(node, node.clientWidth || 800).then(
      () => !isGone && setState('drawn'),
      () => !isGone && setState('broken'),
    )
    return () => {
      isGone = true
    }
  }, [page])
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
      {page.text !== '' && <p className="sr-only">{page.text}</p>}
      {state === 'drawing' && <Skeleton className="absolute inset-0" />}
      {state === 'broken' && (
        <p role="alert" className="absolute inset-0 bg-surface p-4 text-expired">
          This page cannot be shown. What cannot be seen cannot be covered.
        </p>
      )}
    </>
  )
}
