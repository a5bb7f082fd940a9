import { useState } from 'react'
import type { Suggestion } from '#shared/reading/page.ts'
import type { Highlight } from '#web/files/capture/highlight-view.tsx'
import type { Upload } from '#web/files/use-uploads.ts'
import { type Reading, useReading } from './use-reading.ts'

export type DocumentReading = {
  reading: Reading
  highlight: Highlight | undefined
  /** Highlights where this suggestion was read. */
  show(field: Suggestion['field'] | null): void
}

/** The reading of the main file of a form, and the place of the chosen field on it. */
export function useDocumentReading(uploads: readonly Upload[]): DocumentReading {
  const upload = uploads.find(({ state }) => state !== 'refused')
  const reading = useReading(upload)
  const [shown, show] = useState<Suggestion['field'] | null>(null)
  const where = reading.document?.suggestions.find(({ field }) => field === shown)?.where ?? []
  const [first] = where
  const page = reading.document?.pages.find(({ number }) => number === first?.page)
  const highlight =
    upload && first && page
      ? {
          key: upload.key,
          page: page.number,
          width: page.width,
          height: page.height,
          tilt: page.tilt ?? 0,
          boxes: where.filter((place) => place.page === page.number).map(({ box }) => box),
        }
      : undefined
  return { reading, highlight, show }
}
