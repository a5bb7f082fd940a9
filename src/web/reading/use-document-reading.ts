import { useState } from 'react'
import { pictureSides } from '#shared/files/picture-sides.ts'
import type { Suggestion } from '#shared/reading/page.ts'
import type { Highlight } from '#web/files/capture/highlight-view.tsx'
import { isPicture, type Upload } from '#web/files/use-uploads.ts'
import { type Reading, useReading } from './use-reading.ts'

export type DocumentReading = {
  reading: Reading
  highlight: Highlight | undefined
  /** Highlights where this suggestion was read. */
  show(field: Suggestion['field'] | null): void
}

/** The reading of the main file of a form and of the back of its card, and the place of the chosen field on them. */
export function useDocumentReading(uploads: readonly Upload[]): DocumentReading {
  const reading = useReading(sidesOf(uploads.filter(({ state }) => state !== 'refused')))
  const [shown, show] = useState<Suggestion['field'] | null>(null)
  const highlight = shown === null ? undefined : reading.document?.highlights[shown]
  return { reading, highlight, show }
}

function sidesOf(uploads: readonly Upload[]): Upload[] {
  const sides = pictureSides(uploads.map((one) => ({ name: one.name, isPicture: isPicture(one) })))
  return uploads.filter((_, at) => at === 0 || (sides[0] === 'Front' && sides[at] === 'Back'))
}
