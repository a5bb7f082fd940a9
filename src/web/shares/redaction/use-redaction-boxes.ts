import { useState } from 'react'

/** A black box on a page, in parts of its width and height: 0 is left and top, 1 is right and bottom. */
export type Box = { x: number; y: number; width: number; height: number }

/** What she has drawn on one page; `isClear` is her word that it shows no number. */
export type Marks = { boxes: Box[]; isClear: boolean }

/** Smaller than a finger can mean, and than a letter is. */
export const LEAST = 0.012
/** One press of an arrow key. */
const STEP = 0.01

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** From one corner to another, whichever comes first, kept on the page. `null` for a tap. */
export function boxBetween(from: { x: number; y: number }, to: { x: number; y: number }): Box | null {
  const [left, right] = [from.x, to.x].map((x) => within(x, 0, 1)).sort((a, b) => a - b) as [number, number]
  const [top, bottom] = [from.y, to.y].map((y) => within(y, 0, 1)).sort((a, b) => a - b) as [number, number]
  const box = { x: left, y: top, width: right - left, height: bottom - top }
  return box.width < LEAST || box.height < LEAST / 2 ? null : box
}

export function movedBox(box: Box, dx: number, dy: number): Box {
  return { ...box, x: within(box.x + dx, 0, 1 - box.width), y: within(box.y + dy, 0, 1 - box.height) }
}

export function sizedBox(box: Box, dx: number, dy: number): Box {
  return {
    ...box,
    width: within(box.width + dx, LEAST, 1 - box.x),
    height: within(box.height + dy, LEAST, 1 - box.y),
  }
}

const arrows = new Map<string, [number, number]>([
  ['ArrowLeft', [-STEP, 0]],
  ['ArrowRight', [STEP, 0]],
  ['ArrowUp', [0, -STEP]],
  ['ArrowDown', [0, STEP]],
])

/** Arrow keys move a box, with Shift they size it. `null` for any other key. */
export function steppedBox(box: Box, key: string, isShift: boolean): Box | null {
  const step = arrows.get(key)
  if (!step) return null
  return isShift ? sizedBox(box, ...step) : movedBox(box, ...step)
}

/** In whole pixels, and rather one more than one less: half a pixel of a digit must not shine through at an edge. */
export function pixelsOf({ x, y, width, height }: Box, page: { width: number; height: number }) {
  const [left, top] = [Math.floor(x * page.width), Math.floor(y * page.height)]
  return {
    left,
    top,
    width: Math.ceil((x + width) * page.width) - left,
    height: Math.ceil((y + height) * page.height) - top,
  }
}

/** "Box 2: 30 % from the left, 45 % from the top, 40 % wide, 10 % high." */
export function boxText(box: Box, number: number): string {
  const percent = (part: number) => `${Math.round(part * 100)} %`
  return `Box ${number}: ${percent(box.x)} from the left, ${percent(box.y)} from the top, ${percent(box.width)} wide, ${percent(box.height)} high.`
}

/** Pages on which neither a box was drawn nor her word given that there is nothing to cover. */
export function undonePages(marks: readonly Marks[]): number[] {
  return marks.flatMap(({ boxes, isClear }, index) => (boxes.length > 0 || isClear ? [] : [index]))
}

type Past = { marks: Marks[]; page: number; reason: string }

/** The boxes of all pages, with the way back. Steps of one reason in a row, as of a held key, are one step. */
export function useBoxes(initial: Marks[]) {
  const [marks, setMarks] = useState(initial)
  const [past, setPast] = useState<Past[]>([])

  function change(page: number, next: Partial<Marks>, reason: string) {
    if (past.at(-1)?.reason !== reason) setPast([...past, { marks, page, reason }])
    setMarks(marks.map((one, index) => (index === page ? { ...one, ...next } : one)))
  }

  /** The page on which something was undone. */
  function undo(): number | null {
    const last = past.at(-1)
    if (!last) return null
    setPast(past.slice(0, -1))
    setMarks(last.marks)
    return last.page
  }

  return { marks, change, undo, canUndo: past.length > 0 }
}
