import type { Suggestion } from '#shared/reading/page.ts'
import type { Highlight } from '#web/files/capture/highlight-view.tsx'

/** What was read in the files of a record, and where, by the suggested field. */
export type ReadFiles = {
  suggestions: readonly Suggestion[]
  highlights: Readonly<Record<string, Highlight>>
}
