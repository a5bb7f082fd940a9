import { useState } from 'react'
import type { Box, PageBoxes } from '#shared/shares/redaction.ts'
import { t } from '#web/i18n/t.ts'

/** The boxes of one page; `isClear` confirms that it shows no number. */
export type PageRedactions = { boxes: Box[]; isClear: boolean }

/** Smaller than a letter, so a box of this size was not intended. */
export const MIN_BOX_SIZE = 0.012
/** Per press of an arrow key. */
const STEP = 0.01

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The box between two corners in any order, clamped to the page. `null` for a tap. */
export function boxBetween(from: { x: number; y: number }, to: { x: number; y: number }): Box | null {
  const [x1, x2, y1, y2] = [clamp(from.x, 0, 1), clamp(to.x, 0, 1), clamp(from.y, 0, 1), clamp(to.y, 0, 1)]
  const box = {
    x: Math.min(x1, x2),
    y: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  }
  return box.width < MIN_BOX_SIZE || box.height < MIN_BOX_SIZE / 2 ? null : box
}

export function movedBox(box: Box, dx: number, dy: number): Box {
  return { ...box, x: clamp(box.x + dx, 0, 1 - box.width), y: clamp(box.y + dy, 0, 1 - box.height) }
}

export function sizedBox(box: Box, dx: number, dy: number): Box {
  return {
    ...box,
    width: clamp(box.width + dx, MIN_BOX_SIZE, 1 - box.x),
    height: clamp(box.height + dy, MIN_BOX_SIZE, 1 - box.y),
  }
}

const arrows = new Map<string, [number, number]>([
  ['ArrowLeft', [-STEP, 0]],
  ['ArrowRight', [STEP, 0]],
  ['ArrowUp', [0, -STEP]],
  ['ArrowDown', [0, STEP]],
])

/** Arrow keys move a box; with Shift they resize it. `null` for any other key. */
export function steppedBox(box: Box, key: string, isShift: boolean): Box | null {
  const step = arrows.get(key)
  if (!step) return null
  return isShift ? sizedBox(box, ...step) : movedBox(box, ...step)
}

/** In whole pixels, rounded outward, so that no part of a digit shows at an edge. */
export function pixelsOf({ x, y, width, height }: Box, page: { width: number; height: number }) {
  const [left, top] = [Math.floor(x * page.width), Math.floor(y * page.height)]
  return {
    left,
    top,
    width: Math.ceil((x + width) * page.width) - left,
    height: Math.ceil((y + height) * page.height) - top,
  }
}

/** "Box 2: 30% from the left, 45% from the top, 40% wide, 10% high." */
export function boxText(box: Box, number: number): string {
  const percent = (part: number) => `${Math.round(part * 100)}%`
  return t`Box ${number}: ${percent(box.x)} from the left, ${percent(box.y)} from the top, ${percent(box.width)} wide, ${percent(box.height)} high.`
}

/** Indexes of the pages without a box that were not confirmed to show no number. */
export function unreviewedPages(pages: readonly PageRedactions[]): number[] {
  return pages.flatMap(({ boxes, isClear }, index) => (boxes.length > 0 || isClear ? [] : [index]))
}

/** The pages in the format in which they are remembered. Call it once every page is reviewed. */
export function boxesOf(pages: readonly PageRedactions[]): PageBoxes {
  return pages.map(({ boxes }) => boxes)
}

export function pagesOf(covers: PageBoxes): PageRedactions[] {
  return covers.map((boxes) => ({ boxes, isClear: boxes.length === 0 }))
}

type HistoryEntry = { pages: PageRedactions[]; page: number; reason: string }

/**
 * The boxes of all pages, with undo. Consecutive changes with the same reason, for example from a held key, are undone
 * together.
 */
export function useBoxes(initial: PageRedactions[]) {
  const [pages, setPages] = useState(initial)
  const [history, setHistory] = useState<HistoryEntry[]>([])

  function change(page: number, next: Partial<PageRedactions>, reason: string) {
    if (history.at(-1)?.reason !== reason) setHistory([...history, { pages, page, reason }])
    setPages(pages.map((one, index) => (index === page ? { ...one, ...next } : one)))
  }

  /** Undoes the last change and returns its page; `null` if there is nothing to undo. */
  function undo(): number | null {
    const last = history.at(-1)
    if (!last) return null
    setHistory(history.slice(0, -1))
    setPages(last.pages)
    return last.page
  }

  return { pages, change, undo, canUndo: history.length > 0 }
}
