import { expect } from 'vitest'

/** What can be kept, told apart by its mark: a text that no other thing of the whole run has. */
export type Kind = 'credential' | 'cycle' | 'entry' | 'file' | 'share'

/** The connection broke before the answer, or the answer is 503: nobody has said what was kept. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}

/** Refused for now, and nothing of it was kept: 429 and 507. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The shape of what is not there. */
export const nothing = ''

/**
 * What was acknowledged to one nurse. For each mark the shapes that the vault may show under it: one, or several where a request
 * remained without an answer. Doubled things have a shape of two, which nobody ever allowed.
 */
export function openLedger() {
  const shapes = new Map<string, Set<string>>()
  const told = { acknowledged: 0, unanswered: 0 }
  const placeOf = (kind: Kind, mark: string) => `${kind} ${mark}`

  return {
    told,
    /** A change that leaves `after` under this mark: wholly or, where it is never answered, perhaps not at all. */
    async change<T>(kind: Kind, mark: string, after: string, request: () => Promise<T>): Promise<T> {
      const place = placeOf(kind, mark)
      const before = shapes.get(place) ?? new Set([nothing])
      shapes.set(place, new Set([...before, after]))
      try {
        const answer = await request()
        shapes.set(place, new Set([after]))
        told.acknowledged += 1
        return answer
      } catch (error) {
        if (error instanceof Unanswered) told.unanswered += 1
        else shapes.set(place, before) // refused in words: nothing was changed
        throw error
      }
    },
    /** Holds what is there against what was told, and settles what was open. `found` has each thing's mark and shape. */
    expectKept(kind: Kind, found: { mark: string; shape: string }[]): void {
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
    /** How many things there are now, as far as was told. */
    count: () => [...shapes.values()].filter((allowed) => !allowed.has(nothing)).length,
  }
}
