import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const page = read('docs/asvs.md')

/**
 * Each section of ASVS 5.0.0 with the number of its last requirement of level 1 or 2. The numbers before it have no
 * gaps.
 */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

const requirements = sections
  .trim()
  .split(/\s+/)
  .flatMap((each) => {
    const [section = '', last = ''] = each.split(':')
    return Array.from({ length: Number(last) }, (_, index) => `v5.0.0-${section}.${index + 1}`)
  })

type Row = { id: string; result: string; evidence: string }

const rows: Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| v'))
  .map((line) => {
    const [, id = '', , result = '', evidence = '', ...more] = line.split('|').map((cell) => cell.trim())
    expect(more, line).toEqual([''])
    return { id, result, evidence }
  })

const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /^[\w.-]+(\/|\.json$)/.test(path))

test('the table lists every requirement of levels 1 and 2 once, in order', () => {
  expect(requirements).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(requirements)
})

test('the first lines count the results', () => {
  const count = (result: string) => rows.filter((row) => row.result === result).length
  const [pass, fail, none] = [count('pass'), count('fail'), count('not applicable')]
  expect(pass + fail + none).toBe(rows.length)
  expect(page.split('\n').slice(0, 4).join('\n')).toContain(
    `**${pass} pass, ${fail} fail, ${none} not applicable**, of the ${rows.length} requirements`,
  )
  expect(fail).toBeLessThanOrEqual(10)
})

test('every file named as evidence exists, and every result has an explanation', () => {
  expect(rows.flatMap(({ evidence }) => pathsIn(evidence)).length).toBeGreaterThan(rows.length / 2)
  for (const { id, result, evidence } of rows) {
    expect(evidence, id).not.toBe('')
    const paths = pathsIn(evidence)
    if (result === 'pass') expect(paths, id).not.toEqual([])
    for (const path of paths) expect(existsSync(new URL(path, root)), `${id}: ${path}`).toBe(true)
  }
})

test('every statement of the threat model names a test that exists', () => {
  const statements = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => /^\| (can|cannot|finds) /.test(line))
  expect(statements.length).toBeGreaterThan(30)
  for (const line of statements) {
    const paths = pathsIn(line)
    if (!line.includes('.md)')) expect(paths, line).not.toEqual([])
    for (const path of paths) expect(existsSync(new URL(path, root)), path).toBe(true)
  }
})
