import { useEffect, useMemo, useState } from 'react'
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
  usePreparation()
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

/** While the owner looks for a file or drags one here, what reads it is loaded. */
function usePreparation() {
  useEffect(() => {
    const prepare = ({ type, target }: Event) => {
      if (type !== 'dragenter' && !(target instanceof HTMLInputElement && target.type === 'file')) return
      stop()
      void import('./read-file.ts').then((module) => module.prepare()).catch(() => {})
    }
    const stop = () => {
      for (const type of ['click', 'dragenter']) document.removeEventListener(type, prepare, true)
    }
    for (const type of ['click', 'dragenter']) document.addEventListener(type, prepare, true)
    return stop
  }, [])
}

function sidesOf(uploads: readonly Upload[]): Upload[] {
  const sides = pictureSides(uploads.map((one) => ({ name: one.name, isPicture: isPicture(one) })))
  return uploads.filter((_, at) => at === 0 || (sides[0] === 'Front' && sides[at] === 'Back'))
}
