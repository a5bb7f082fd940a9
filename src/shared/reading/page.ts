import type { Corners } from '#shared/files/perspective.ts'

/** In the units of its page: pixels of a picture, points of a PDF. */
export type Box = { x: number; y: number; width: number; height: number }
/** `confidence`: 0 to 100; text of a PDF has 100. `page` counts from 1. */
export type Word = { text: string; page: number; box: Box; confidence: number }
export type ReadPage = {
  number: number
  width: number
  height: number
  words: readonly Word[]
  /** Radians by which the picture was turned around its center before it was read; negative is counterclockwise. */
  tilt?: number
  /** Quarter turns to the right before the picture was read. */
  turns?: number
  /** Of the card that was cut out of the picture before it was read. */
  corners?: Corners
}

export type DocumentKind = 'license' | 'certification' | 'ce_certificate' | 'ce_transcript'

/** What the page adds on which a file was chosen. */
export type Purpose = 'credential' | 'course'

export type SuggestedField =
  | 'kind'
  | 'state'
  | 'type'
  | 'code'
  | 'issuer'
  | 'number'
  | 'issuedAt'
  | 'expiresAt'
  | 'holderName'
  | 'title'
  | 'provider'
  | 'approvedBy'
  | 'providerNumber'
  | 'amount'
  | 'unit'
  | 'completedAt'
  // The document lists several credentials: the other suggestions are of the first.
  | 'several'

/** `doubtful` values are offered and never filled in. `month`: an end whose month is certain and whose day is not printed. */
export type Confidence = 'confident' | 'month' | 'doubtful'
export type Place = { page: number; box: Box }

export type Suggestion = {
  field: SuggestedField
  /** As the form stores it: a calendar date, a code of a catalog, an amount without unit. */
  value: string
  confidence: Confidence
  /** The printed text, for example "03/2027" for a date with only a month. */
  printed: string
  where: readonly Place[]
}

/** More than any card or certificate has. The rest is ignored. */
export const MAX_PAGES = 10
export const MAX_WORDS = 4000
export const MAX_WORD_LENGTH = 120

export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
