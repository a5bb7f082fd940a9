/** A normalized letter or digit and its range in the text; the range includes combining marks. */
export type Letter = {
  char: string
  from: number
  to: number
  /** A visible separator, such as a space or a dash, comes before the letter. */
  isApart: boolean
}

/** A shorter number is found only as a whole word: "12" would match too often. */
const SHORTEST_PART = 4
/** A run of at least this many digits is also found without its surrounding letters: `884213` for `TX-RN-884213`. */
const SHORTEST_RUN = 5

/**
 * Normalizes a text: letters and digits without case, width and marks, digits of any script as 0 to 9. Every other
 * character is at most a separator.
 */
export function lettersOf(text: string): Letter[] {
  const letters: Letter[] = []
  let isApart = true
  for (let from = 0; from < text.length; ) {
    const code = text.codePointAt(from) ?? 0
    const to = from + (code > 0xffff ? 2 : 1)
    const folded = foldedCode(code)
    const last = letters.at(-1)
    if (folded === '' && last && !isApart) last.to = to
    for (const char of folded) {
      if (char !== SEPARATOR) letters.push({ char, from, to, isApart })
      isApart = char === SEPARATOR
    }
    from = to
  }
  return letters
}

const SEPARATOR = ' '

/** Bounded, so that a hostile text cannot fill memory. */
const foldCache = new Map<number, string>()
const MAX_CACHED = 5000

function foldedCode(code: number): string {
  if (code < 0x80) return asciiFolds[code] ?? SEPARATOR
  const cached = foldCache.get(code)
  if (cached !== undefined) return cached
  if (foldCache.size >= MAX_CACHED) foldCache.clear()
  const folded = fold(String.fromCodePoint(code))
  foldCache.set(code, folded)
  return folded
}

/** Letters and digits stay. Other visible characters become a `SEPARATOR`, invisible ones become nothing. */
function fold(char: string): string {
  let folded = ''
  for (const part of char.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD'))
    folded += foldPart(part)
  return folded
}

const asciiFolds = Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(char) ? char : SEPARATOR
})

function foldPart(part: string): string {
  if (/[0-9a-z]/.test(part)) return part
  if (/\p{Nd}/u.test(part)) return decimalOf(part)
  const code = part.codePointAt(0) ?? 0
  for (const [first, last, value] of symbolRanges)
    if (code >= first && code <= last) return String.fromCharCode(value.charCodeAt(0) + code - first)
  if (/[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(part)) return ''
  // To a reader, a modifier letter looks like an apostrophe or a dash.
  return /[\p{L}\p{N}]/u.test(part) && !/\p{Lm}/u.test(part) ? part : SEPARATOR
}

/** In every script the ten decimal digits are consecutive. */
function decimalOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** Digits and letters that Unicode classes as symbols without a decomposition. */
const symbolRanges: readonly [first: number, last: number, value: string][] = [
  [0x2776, 0x277e, '1'],
  [0x2780, 0x2788, '1'],
  [0x278a, 0x2792, '1'],
  [0x24f5, 0x24fd, '1'],
  [0x24ff, 0x24ff, '0'],
  [0x1f10b, 0x1f10b, '0'],
  [0x1f10c, 0x1f10c, '0'],
  [0x1369, 0x1371, '1'],
  [0x19da, 0x19da, '1'],
  [0x1f150, 0x1f169, 'a'],
  [0x1f170, 0x1f189, 'a'],
  [0x1f1e6, 0x1f1ff, 'a'],
]

type Range = readonly [from: number, to: number]

/** Finds these numbers in a time that depends on the length of the text, but not on the count of numbers. */
export function createFinder(numbers: readonly string[]): (letters: readonly Letter[]) => Range[] {
  const parts = new Set<string>()
  const words = new Set<string>()
  for (const number of numbers) {
    const chars = lettersOf(number).map(({ char }) => char)
    const known = chars.join('')
    if (chars.length >= SHORTEST_PART) parts.add(known)
    else if (chars.length > 0) words.add(known)
    for (const [run] of known.matchAll(/[0-9]+/g)) {
      const significant = run.replace(/^0+/, '')
      if (significant.length >= SHORTEST_RUN) parts.add(run).add(significant)
    }
  }
  const automaton = createAutomaton(parts)
  return (letters) => {
    const covered = coverParts(letters, automaton)
    if (words.size === 0 && !covered.includes(1)) return []
    coverRest(letters, covered, automaton, words)
    return rangesOf(letters, covered)
  }
}

/** Marks every letter that belongs to a part, including overlapping parts. */
function coverParts(letters: readonly Letter[], { step, found }: Automaton): Uint8Array {
  const lengths = new Int32Array(letters.length)
  let state = 0
  for (const [index, { char }] of letters.entries()) {
    state = step(state, char)
    lengths[index] = found(state)
  }
  const covered = new Uint8Array(letters.length)
  let coveredFrom = letters.length
  for (let index = letters.length - 1; index >= 0; index--) {
    const length = lengths[index] ?? 0
    if (length > 0) coveredFrom = Math.min(coveredFrom, index - length + 1)
    // One character may fold to several letters (№). It is always covered as a whole.
    const isSame = covered[index + 1] === 1 && letters[index]?.from === letters[index + 1]?.from
    if (index >= coveredFrom || isSame) covered[index] = 1
  }
  for (let index = 1; index < letters.length; index++)
    if (covered[index - 1] === 1 && letters[index]?.from === letters[index - 1]?.from) covered[index] = 1
  return covered
}

/**
 * Covers whole words, and parts that only join once other letters are covered: `ab1234cd` after `1234`. A stack holds
 * the uncovered letters and never contains a number. Removing a number joins the letters before and after it.
 */
function coverRest(
  letters: readonly Letter[],
  covered: Uint8Array,
  { step, found }: Automaton,
  words: ReadonlySet<string>,
): void {
  const stack: { letter: Letter; index: number; state: number; isApart: boolean }[] = []
  let isApart = true
  let coveredFrom = -1

  const cover = (count: number) => {
    const taken = stack.splice(-count)
    const from = taken[0]?.letter.from
    while (stack.length > 0 && stack.at(-1)?.letter.from === from) taken.push(...stack.splice(-1))
    for (const { index } of taken) covered[index] = 1
    coveredFrom = Math.max(...taken.map(({ letter }) => letter.from))
    isApart = true
  }
  const coverWords = () => {
    for (let count = 1; count < SHORTEST_PART && count <= stack.length; count++) {
      const word = stack.slice(-count)
      if (!word[0]?.isApart || !words.has(word.map(({ letter }) => letter.char).join(''))) continue
      cover(count)
      count = 0
    }
  }

  for (const [index, letter] of letters.entries()) {
    if (isApart || letter.isApart) coverWords()
    if (covered[index] === 1 || letter.from === coveredFrom) {
      covered[index] = 1
      isApart = true
      continue
    }
    const state = step(stack.at(-1)?.state ?? 0, letter.char)
    stack.push({ letter, index, state, isApart: isApart || letter.isApart })
    isApart = false
    if (found(state) > 0) cover(found(state))
  }
  coverWords()
}

function rangesOf(letters: readonly Letter[], covered: Uint8Array): Range[] {
  const ranges: [number, number][] = []
  for (const [index, { from, to }] of letters.entries()) {
    if (covered[index] !== 1) continue
    const last = ranges.at(-1)
    if (last && covered[index - 1] === 1) last[1] = to
    else ranges.push([from, to])
  }
  return ranges
}

type Automaton = {
  /** The state after one more letter. */
  step(state: number, char: string): number
  /** The length of the longest part that ends in this state; 0 for none. */
  found(state: number): number
}

/** Aho–Corasick: searches for all parts at once, reading each letter of the text once. */
function createAutomaton(parts: ReadonlySet<string>): Automaton {
  const symbols = new Map<string, number>()
  for (const part of parts) for (const char of part) if (!symbols.has(char)) symbols.set(char, symbols.size)
  const edges = new Map<number, number>()
  const root = { parent: 0, symbol: 0, depth: 0, fallback: 0, found: 0 }
  const nodes = [root]
  const nodeAt = (state: number) => nodes[state] ?? root
  const keyOf = (state: number, symbol: number) => state * symbols.size + symbol

  for (const part of parts) {
    let state = 0
    for (const char of part) {
      const symbol = symbols.get(char) ?? 0
      const key = keyOf(state, symbol)
      let next = edges.get(key)
      if (next === undefined) {
        next = nodes.length
        edges.set(key, next)
        nodes.push({ parent: state, symbol, depth: nodeAt(state).depth + 1, fallback: 0, found: 0 })
      }
      state = next
    }
    nodeAt(state).found = nodeAt(state).depth
  }
  const follow = (from: number, symbol: number) => {
    let state = from
    for (;;) {
      const next = edges.get(keyOf(state, symbol))
      if (next !== undefined) return next
      if (state === 0) return 0
      state = nodeAt(state).fallback
    }
  }
  for (const node of nodes.slice(1).sort((a, b) => a.depth - b.depth)) {
    if (node.parent !== 0) node.fallback = follow(nodeAt(node.parent).fallback, node.symbol)
    if (node.found === 0) node.found = nodeAt(node.fallback).found
  }
  return {
    step(state, char) {
      const symbol = symbols.get(char)
      return symbol === undefined ? 0 : follow(state, symbol)
    },
    found: (state) => nodeAt(state).found,
  }
}
