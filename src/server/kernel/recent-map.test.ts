import { expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'

it('keeps the entries that were set last', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  map.set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

it('keeps as many as fit', () => {
  const map = new RecentMap<string, string>(5, ({ length }) => length)
  map.set('a', 'two').set('b', 'tw').set('c', 'o')
  expect([...map.keys()]).toEqual(['b', 'c'])
  map.set('b', 'four').delete('c')
  map.set('d', 'o')
  expect([...map.keys()]).toEqual(['b', 'd'])
  map.set('e', 'longer than all')
  expect([...map.keys()]).toEqual([])
  map.set('f', 'five.')
  expect([...map.keys()]).toEqual(['f'])
  map.clear()
  map.set('g', 'five.')
  expect([...map.keys()]).toEqual(['g'])
})
