/** Random numbers that a seed reproduces, so that a failure can be repeated. */
export type SeededRandom = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
}

/** Mulberry32: 32 bits of state, enough to choose faults. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick(list) {
      const picked = list[between(0, list.length - 1)]
      if (picked === undefined) throw new Error('There is nothing to pick from')
      return picked
    },
  }
}
