import { expect, test } from 'vitest'
import {
  boxBetween,
  boxText,
  movedBox,
  pixelsOf,
  sizedBox,
  steppedBox,
  unreviewedPages,
} from './use-redaction-boxes.ts'

const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 }

test('a box is drawn from any corner to any other, and ends at the edge of the page', () => {
  expect(boxBetween({ x: 0.75, y: 0.75 }, { x: 0.25, y: 0.5 })).toEqual(box)
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 7, y: -3 })).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 })
})

test('a tap draws nothing', () => {
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.504, y: 0.7 })).toBeNull()
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.7, y: 0.501 })).toBeNull()
})

test('a box moves as a whole, and stays on the page', () => {
  expect(movedBox(box, 0.125, -0.25)).toEqual({ ...box, x: 0.375, y: 0.25 })
  expect(movedBox(box, 1, 1)).toEqual({ ...box, x: 0.5, y: 0.75 })
  expect(movedBox(box, -1, -1)).toEqual({ ...box, x: 0, y: 0 })
})

test('a box keeps its corner while it is resized, and never disappears', () => {
  expect(sizedBox(box, 0.125, 0.125)).toEqual({ ...box, width: 0.625, height: 0.375 })
  expect(sizedBox(box, 1, 1)).toEqual({ ...box, width: 0.75, height: 0.5 })
  const least = sizedBox(box, -1, -1)
  expect(least.width).toBeGreaterThan(0)
  expect(least.height).toBeGreaterThan(0)
})

test('arrow keys move it, with Shift they resize it, and other keys are ignored', () => {
  expect(steppedBox(box, 'ArrowRight', false)).toEqual(movedBox(box, 0.01, 0))
  expect(steppedBox(box, 'ArrowUp', true)).toEqual(sizedBox(box, 0, -0.01))
  expect(steppedBox(box, 'Tab', false)).toBeNull()
  expect(steppedBox(box, 'constructor', false)).toBeNull()
})

test('the covered area is never smaller than the drawn one', () => {
  const page = { width: 1545, height: 2000 }
  for (const x of [0, 0.1, 1 / 3, 0.6180339]) {
    const drawn = { x, y: x / 2, width: 0.1234, height: 0.0567 }
    const { left, top, width, height } = pixelsOf(drawn, page)
    expect(left).toBeLessThanOrEqual(drawn.x * page.width)
    expect(top).toBeLessThanOrEqual(drawn.y * page.height)
    expect(left + width).toBeGreaterThanOrEqual((drawn.x + drawn.width) * page.width)
    expect(top + height).toBeGreaterThanOrEqual((drawn.y + drawn.height) * page.height)
  }
})

test('describes the position of a box for screen readers', () => {
  expect(boxText(box, 2)).toBe('Box 2: 25% from the left, 50% from the top, 50% wide, 25% high.')
})

test('a page is done with a box, or with the confirmation that there is nothing to cover', () => {
  const [drawn, clear, undone] = [
    { boxes: [box], isClear: false },
    { boxes: [], isClear: true },
    { boxes: [], isClear: false },
  ]
  expect(unreviewedPages([undone, drawn, clear, undone])).toEqual([0, 3])
  expect(unreviewedPages([drawn, clear])).toEqual([])
})
