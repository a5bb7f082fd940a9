import { expect } from 'vitest'

/** An item in a vault, identified by its mark: a text that is unique in the run. */
export type RecordKind = 'credential' | 'cycle' | 'entry' | 'file' | 'share'

/** The connection broke before the response, or the response is 503: the outcome is unknown. */
export class NoResponse extends Error {
  override name = 'NoResponse'
}

/** Refused for now without any effect: 429 and 507. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The shape of a missing item. */
export const absent = ''

/**
 * The acknowledged changes of one nurse. For each mark it has the shapes that the vault may show: one shape, or several
 * if a request got no response. A duplicate has a shape of two, which is never allowed.
 */
export function openLedger() {
  const shapes = new Map<string, Set<string>>()
  const outcomes = { acknowledged: 0, unanswered: 0 }
  const placeOf = (kind: RecordKind, mark: string) => `${kind} ${mark}`

  return {
    outcomes,
    /** A change that leaves `after` under this mark. Without a response, the change may also not have happened. */
    async change<T>(kind: RecordKind, mark: string, after: string, request: () => Promise<T>): Promise<T> {
      const place = placeOf(kind, mark)
      const before = shapes.get(place) ?? new Set([absent])
      shapes.set(place, new Set([...before, after]))
      try {
        const answer = await request()
        shapes.set(place, new Set([after]))
        outcomes.acknowledged += 1
        return answer
      } catch (error) {
        if (error instanceof NoResponse) outcomes.unanswered += 1
        else shapes.set(place, before) // an explicit refusal: nothing was changed
        throw error
      }
    },
    /**
     * Compares existing items with acknowledged ones, and settles unknown outcomes. `found` has each item's mark and
     * shape.
     */
    expectKept(kind: RecordKind, found: { mark: string; shape: string }[]): void {
      const byMark = Map.groupBy(found, ({ mark }) => mark)
      for (const mark of byMark.keys()) expect(shapes.has(placeOf(kind, mark)), `${kind} ${mark}`).toBe(true)
      for (const [place, allowed] of shapes) {
        if (!place.startsWith(`${kind} `)) continue
        const things = byMark.get(place.slice(kind.length + 1)) ?? []
        const shape = things.map((thing) => thing.shape).join(' and ')
        expect([...allowed], place).toContain(shape)
        shapes.set(place, new Set([shape]))
      }
    },
    /** How many items exist according to the responses. */
    count: () => [...shapes.values()].filter((allowed) => !allowed.has(absent)).length,
  }
}
