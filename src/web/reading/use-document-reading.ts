import { useEffect, useMemo, useState } from 'react'
import { pictureSides } from '#shared/files/picture-sides.ts'
import type { Purpose, Suggestion } from '#shared/reading/page.ts'
import type { Highlight } from '#web/files/capture/highlight-view.tsx'
import { isPicture, type Upload } from '#web/files/use-uploads.ts'
import type { ReadFiles } from './read-file.ts'
import { loadReader, type Reading, useReading } from './use-reading.ts'

type Field = Suggestion['field'] | null

export type DocumentReading = {
  reading: Reading
  highlight: Highlight | undefined
  /** Values of the files were filled in or are offered. */
  isFound: boolean
  /** The suggestion whose place is highlighted. */
  shown: Field
  /** Highlights where this suggestion was read. */
  show(field: Field): void
}

/** The reading of the main file of a form and of the back of its card, and the place of the chosen field on them. */
export function useDocumentReading(uploads: readonly Upload[], purpose: Purpose): DocumentReading {
  usePreparation()
  const reading = useReading(sidesOf(uploads.filter(({ state }) => state !== 'refused')), purpose)
  const [shown, show] = useState<Field>(null)
  const isFound =
    reading.state === 'read' && reading.document?.suggestions.some(({ where }) => where.length > 0) === true
  return { reading, isFound, highlight: highlightOf(reading.document, shown), shown, show }
}

/** Only the values of this course of the transcript; all values with `null`. */
export function useCourseReading(whole: DocumentReading, course: number | null): DocumentReading {
  const all = whole.reading.document
  const one = course === null ? undefined : all?.courses[course]
  // The same object while the course is the same: a new one would be filled in again.
  const document = useMemo(() => (one ? { ...one, courses: all?.courses ?? [] } : all), [one, all])
  return { ...whole, reading: { ...whole.reading, document }, highlight: highlightOf(document, whole.shown) }
}

const highlightOf = (document: ReadFiles | null, shown: Field): Highlight | undefined =>
  shown === null ? undefined : document?.highlights[shown]

/** While the owner looks for a file or drags one here, the reader is loaded. */
function usePreparation() {
  useEffect(() => {
    const prepare = ({ type, target }: Event) => {
      if (type !== 'dragenter' && !(target instanceof HTMLInputElement && target.type === 'file')) return
      stop()
      void loadReader()
        .then(({ prepare }) => prepare())
        .catch(() => {})
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
