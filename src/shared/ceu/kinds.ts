import { z } from 'zod'

/** The kind of an activity: some rules reject a kind, or limit its hours. */
export const entryKind = z.enum([
  'course',
  'self_study',
  'life_support',
  'academic',
  'presentation',
  'preceptor',
  'publication',
  'other',
])
export type EntryKind = z.infer<typeof entryKind>

export const entryKindNames: Record<EntryKind, string> = {
  course: 'Course or live event',
  self_study: 'Self-study or online',
  life_support: 'Life support (BLS, ACLS, PALS)',
  academic: 'College course',
  presentation: 'Teaching or presenting',
  preceptor: 'Precepting',
  publication: 'Publication or research',
  other: 'Other',
}
