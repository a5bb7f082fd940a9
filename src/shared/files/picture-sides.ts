/** Names and labels of the pictures of one card. */

const ADJUSTED = ' (adjusted)'
const stemOf = (name: string) => name.replace(/\.[^.]*$/, '')

/** "card (adjusted).jpg" for a cropped or rotated copy of "card.heic". */
export function adjustedName(name: string): string {
  return `${stemOf(name).slice(0, 200)}${ADJUSTED}.jpg`
}

/** Whether a picture is a copy that its owner cropped or rotated. */
export const isAdjusted = (name: string) => stemOf(name).endsWith(ADJUSTED)

type Named = { name: string; isPicture: boolean }
export type PictureSide = 'Front' | 'Back' | 'Original'

/**
 * Exactly two pictures are the front and the back of a card, in this order. A picture with an adjusted copy is its
 * original and does not count; each copy has one original, the next one after it where several have its name.
 */
export function pictureSides(files: readonly Named[]): (PictureSide | null)[] {
  const originals = new Set<number>()
  for (const [at, { name, isPicture }] of files.entries()) {
    if (!isPicture) continue
    const candidates = files.flatMap((file, index) =>
      file.isPicture && index !== at && !originals.has(index) && adjustedName(file.name) === name
        ? [index]
        : [],
    )
    const original = candidates.find((index) => index > at) ?? candidates[0]
    if (original !== undefined) originals.add(original)
  }
  const sides = files.flatMap(({ isPicture }, index) => (isPicture && !originals.has(index) ? [index] : []))
  return files.map((_, index) => {
    if (originals.has(index)) return 'Original'
    if (sides.length !== 2 || !sides.includes(index)) return null
    return index === sides[0] ? 'Front' : 'Back'
  })
}
