import { expect, test } from 'vitest'
import { cellsOf } from './cells.ts'
import { boxAround } from './page.ts'
import { wordsOfPdf } from './pdf-words.ts'
import { wordsOfTable } from './recognition.ts'

/** The words of one line, whose letters are this far apart. */
const spaced = (...letters: readonly (readonly [text: string, x: number])[]) =>
  cellsOf([
    {
      number: 1,
      width: 800,
      height: 600,
      words: letters.map(([text, x]) => ({
        text,
        page: 1,
        confidence: 90,
        box: { x, y: 10, width: 10 * text.length, height: 14 },
      })),
    },
  ]).map(({ text }) => text)
const apart = (text: string, gap: number) => [...text].map((letter, at) => [letter, at * gap] as const)

test('a heading with space between its letters has words', () => {
  expect(spaced(...apart('BOARDOFNURSING', 30))).toEqual(['BOARD OF NURSING'])
  expect(spaced(...apart('ODELL', 30))).toEqual(['ODELL'])
  const behind = (gap: number) => apart('ODELL', 20).map(([letter, x]) => [letter, x + 70 + gap] as const)
  expect(spaced(...apart('ROSA', 20), ...behind(40))).toEqual(['ROSA ODELL'])
  expect(spaced(...apart('ROSA', 20), ...behind(80))).toEqual(['ROSA', 'ODELL'])
  expect(spaced(['RN', 0], ['NY', 30], ['CA', 60], ['TX', 90], ['FL', 120])).toEqual(['RN NY CA TX FL'])
})

const run = (str: string, x: number, width: number) => ({
  str,
  transform: [10, 0, 0, 10, x, 700],
  width,
  height: 10,
})

test('a word that ligatures cut into runs is one word', () => {
  const words = wordsOfPdf([run('Certi', 10, 25), run('fi', 35, 8), run('cate of', 43, 35)], 1, 800)
  expect(words.map(({ text }) => text)).toEqual(['Certificate', 'of'])
  expect(words[0]?.box).toMatchObject({ x: 10, y: 90, height: 10 })
})

test('letters of a run share its width', () => {
  const [first, second] = wordsOfPdf([run('Issued on', 10, 90)], 1, 800)
  expect(first?.box).toEqual({ x: 10, y: 90, width: 60, height: 10 })
  expect(second?.box).toEqual({ x: 80, y: 90, width: 20, height: 10 })
})

test('a gap that is one wide space does not move the letters', () => {
  const runs = [run('Completed', 10, 90), run(' ', 100, 200), run('Hours', 300, 50), run(' a', 350, 20)]
  expect(wordsOfPdf(runs, 1, 800).map(({ text, box }) => [text, box.x, box.width])).toEqual([
    ['Completed', 10, 90],
    ['Hours', 300, 50],
    ['a', 360, 10],
  ])
})

test.each([
  // Kerning pulls runs together or apart, and a browser rounds their baselines.
  ['a word', [run('Cer', 10, 20), run('ti', 31, 10)], ['Certi']],
  ['a word', [run('Cer', 10, 20), run('ti', 29, 10)], ['Certi']],
  ['a word', [run('Cer', 10, 20), { ...run('ti', 30, 10), transform: [10, 0, 0, 10, 30, 701] }], ['Certi']],
  ['a word behind another', [run('on 3', 10, 40), run('rd', 50, 20)], ['on', '3rd']],
  ['two words', [run('on', 10, 20), run('May', 32, 20)], ['on', 'May']],
  [
    'two lines',
    [run('on', 10, 20), { ...run('May', 30, 20), transform: [10, 0, 0, 10, 30, 688] }],
    ['on', 'May'],
  ],
  [
    'two words with a space of no width',
    [run('on', 10, 20), run(' ', 30, 0), run('May', 30, 20)],
    ['on', 'May'],
  ],
  [
    'a word whose letters stand apart',
    [run('F', 10, 6), run(' ', 16, 1), run('I', 17, 5), run(' ', 22, 5), run('E', 27, 6)],
    ['FI', 'E'],
  ],
  ['two words with a space at the end', [run('on ', 10, 20), run('May', 30, 20)], ['on', 'May']],
  ['a word with marks around it', [{ id: 'mark' }, run('', 10, 0), run('May', 10, 20)], ['May']],
])('%s', (_, runs, words) => {
  expect(wordsOfPdf(runs, 1, 800).map(({ text }) => text)).toEqual(words)
})

test('a run without a height is as high as its letters are scaled', () => {
  const upright = { ...run('May', 10, 20), height: 0 }
  const turned = { ...upright, transform: [4, 0.5, 3, 4, 10, 700] }
  expect(wordsOfPdf([upright], 1, 800)[0]?.box).toMatchObject({ y: 90, height: 10 })
  expect(wordsOfPdf([turned], 1, 800)[0]?.box).toMatchObject({ y: 95, height: 5 })
})

test('letters around a seal are not read', () => {
  const turned = { ...run('May', 10, 20), transform: [0, 5, -5, 0, 10, 700] }
  expect(wordsOfPdf([run('on', 10, 20), turned], 1, 800).map(({ text }) => text)).toEqual(['on'])
})

test('one box is around several', () => {
  const boxes = [
    { x: 10, y: 60, width: 50, height: 20 },
    { x: 70, y: 50, width: 40, height: 20 },
    { x: 30, y: 55, width: 20, height: 40 },
  ]
  expect(boxAround(boxes)).toEqual({ x: 10, y: 50, width: 100, height: 45 })
})

test('runs that stand apart are words of their own', () => {
  expect(wordsOfPdf([run('Issued', 10, 30), run('Expires', 90, 35)], 1, 800).map(({ text }) => text)).toEqual(
    ['Issued', 'Expires'],
  )
})

test('the words of a recognized picture have their boxes and confidence', () => {
  const table = [
    '1\t1\t0\t0\t0\t0\t0\t0\t900\t600\t-1\t',
    '5\t1\t1\t1\t1\t1\t40\t50\t120\t20\t96.4\tExpires',
    '',
  ].join('\n')
  expect(wordsOfTable(table, 2)).toEqual([
    { text: 'Expires', page: 2, confidence: 96.4, box: { x: 40, y: 50, width: 120, height: 20 } },
  ])
})
