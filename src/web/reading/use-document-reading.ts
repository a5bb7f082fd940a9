import { useMemo, useState } from 'react'
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

/**
 * The reading of the main file of a form and of the back of its card, and the place of the chosen field on them.
 * `course`: only that one of a transcript.
 */
export function useDocumentReading(
  uploads: readonly Upload[],
  course: number | null = null,
): DocumentReading {
  const whole = useReading(sidesOf(uploads.filter(({ state }) => state !== 'refused')))
  const [shown, show] = useState<Suggestion['field'] | null>(null)
  const one = course === null ? undefined : whole.document?.courses[course]
  // The same object while the course is the same: a new one would be filled in again.
  const document = useMemo(
    () => (one ? { ...one, courses: whole.document?.courses ?? [] } : whole.document),
    [one, whole.document],
  )
  const highlight = shown === null ? undefined : document?.highlights[shown]
  return { reading: { ...whole, document }, highlight, show }
}

function sidesOf(uploads: readonly Upload[]): Upload[] {
  const sides = pictureSides(uploads.map((one) => ({ name: one.name, isPicture: isPicture(one) })))
  return uploads.filter((_, at) => at === 0 || (sides[0] === 'Front' && sides[at] === 'Back'))
}
