import { expect, test } from 'vitest'
import { wordsOfPdf } from './pdf-words.ts'
import { wordsOfTable } from './recognition.ts'

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
