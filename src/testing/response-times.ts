import { expect } from 'vitest'
import { headersOf } from './browser.ts'

/** In ms; 10 on an idle machine. */
const SAME = 20
const ROUNDS = process.env.EVERYTHING ? 15 : 5
const MOST_ROUNDS = 60

type Kind = 'known' | 'unknown'

/**
 * The answers about a known and an unknown account are the same and take the same time. The fastest of each counts, because
 * a busy machine only ever adds time. While they differ, there are more rounds, so that a busy machine fails nothing. `before` runs before each request, and is not timed.
 */
export async function expectSameAnswers(
  send: (kind: Kind) => Promise<Response>,
  before: () => Promise<unknown>,
): Promise<void> {
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  const seen = { known: new Set<string>(), unknown: new Set<string>() }
  const isSame = () => Math.abs(fastest.known - fastest.unknown) < SAME
  for (let round = 0; round < ROUNDS || (round < MOST_ROUNDS && !isSame()); round += 1)
    for (const kind of ['known', 'unknown'] as const) {
      await before()
      const began = performance.now()
      const answer = await send(kind)
      fastest[kind] = Math.min(fastest[kind], performance.now() - began)
      seen[kind].add(`${answer.status} ${JSON.stringify(headersOf(answer))} ${await answer.text()}`)
    }
  expect(seen.known.size).toBe(1)
  expect(seen.known).toEqual(seen.unknown)
  expect(isSame(), `${JSON.stringify(fastest)} ms`).toBe(true)
}
