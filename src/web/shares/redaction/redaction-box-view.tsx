import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Box } from '#shared/shares/redaction.ts'

type RedactionBoxProps = {
  box: Box
  label: string
  hintId: string
  isSelected: boolean
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
  onGrab(event: PointerEvent, kind: 'move' | 'size'): void
}

/** One black box; selected, it can be moved and resized. */
export function RedactionBoxView({
  box,
  label,
  hintId,
  isSelected,
  onFocus,
  onKeyDown,
  onGrab,
}: RedactionBoxProps) {
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
