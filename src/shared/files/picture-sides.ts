import { type Language, languages } from '#shared/i18n/language.ts'
import { msg } from '#shared/i18n/translate.ts'

/** Names and labels of the pictures of one card. */

/** The suffix in the name of an adjusted copy, in its owner's language. */
const suffixes: Record<Language, string> = { en: ' (adjusted)', es: ' (ajustada)' }
const stemOf = (name: string) => name.replace(/\.[^.]*$/, '')

/** "card (adjusted).jpg" for a cropped or rotated copy of "card.heic". */
export function adjustedName(name: string, language: Language = 'en'): string {
  return `${stemOf(name).slice(0, 200)}${suffixes[language]}.jpg`
}

/** Whether a picture is a copy that its owner cropped or rotated. */
export const isAdjusted = (name: string) =>
  Object.values(suffixes).some((suffix) => stemOf(name).endsWith(suffix))

const isCopyOf = (name: string, original: string) =>
  languages.some((language) => adjustedName(original, language) === name)

type Named = { name: string; isPicture: boolean }
export type PictureSide = 'Front' | 'Back' | 'Original'

export const sideNames: Record<PictureSide, string> = {
  Front: msg`Front`,
  Back: msg`Back`,
  Original: msg`Original`,
}

/**
 * Exactly two pictures are the front and the back of a card, in this order. A picture with an adjusted copy is its
 * original and does not count; each copy has one original, the next one after it where several have its name.
 */
export function pictureSides(files: readonly Named[]): (PictureSide | null)[] {
  const originals = new Set<number>()
  for (const [at, { name, isPicture }] of files.entries()) {
    if (!isPicture) continue
    const candidates = files.flatMap((file, index) =>
      file.isPicture && index !== at && !originals.has(index) && isCopyOf(name, file.name) ? [index] : [],
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
