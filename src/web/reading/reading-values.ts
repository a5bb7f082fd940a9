import type { Suggestion } from '#shared/reading/page.ts'
import type { Highlight } from '#web/files/capture/highlight-view.tsx'

/** Suggestions, and where each was read, by its field. */
export type ReadRecord = {
  suggestions: readonly Suggestion[]
  highlights: Readonly<Record<string, Highlight>>
}
/** The values read from the files of a record. `courses`: those of a transcript. */
export type ReadFiles = ReadRecord & { courses: readonly ReadRecord[] }
