import bidiFactory, { type Bidi } from 'bidi-js'

type Piece = { text: string; level: number }

// Node takes the package for CommonJS, and so does the compiler: its types are those of the other kind.
const bidi = (bidiFactory as unknown as () => Bidi)()
/** Hebrew, Arabic and their relatives. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** The runs of a line from left to right: UAX #9. Each piece has one direction, and one to the left has one word. */
export function inVisualOrder<R extends { text: string }>(runs: readonly R[]): R[] {
  const whole = runs.map(({ text }) => text).join('')
  if (!rightToLeft.test(whole)) return [...runs]
  const { levels } = bidi.getEmbeddingLevels(whole)
  const mirrored = bidi.getMirroredCharactersMap(whole, levels)
  const pieces: (Piece & { run: R })[] = []
  let at = 0
  for (const run of runs)
    for (const letter of run.text) {
      const level = levels[at] ?? 0
      const text = mirrored.get(at) ?? letter
      const last = pieces.at(-1)
      const isWord = level % 2 === 0 || (letter !== ' ' && !last?.text.endsWith(' '))
      if (last && last.run === run && last.level === level && isWord) last.text += text
      else pieces.push({ run, level, text })
      at += letter.length
    }
  return reordered(pieces).map(({ run, text }) => ({ ...run, text }))
}

/** Rule L2: from the highest level on, everything at that level or above it is reversed. */
function reordered<P extends Piece>(pieces: readonly P[]): P[] {
  const ordered = [...pieces]
  const highest = Math.max(...ordered.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  return ordered
}
