import { msg } from '#shared/i18n/translate.ts'

/** The kind of an activity: some rules reject a kind, or limit its hours. */
export const allEntryKinds = [
  'course',
  'self_study',
  'bls',
  'advanced_life_support',
  'life_support',
  'academic',
  'presentation',
  'preceptor',
  'publication',
  'cme',
  'volunteer',
  'other',
] as const
export type EntryKind = (typeof allEntryKinds)[number]

export const entryKindNames: Record<EntryKind, string> = {
  course: msg`Course or live event`,
  self_study: msg`Self-study or online`,
  bls: msg`CPR or BLS`,
  advanced_life_support: msg`ACLS, PALS or NRP`,
  life_support: msg`Life support (which one is not stated)`,
  academic: msg`College course`,
  presentation: msg`Teaching or presenting`,
  preceptor: msg`Precepting`,
  publication: msg`Publication or research`,
  cme: msg`Medical education (CME)`,
  volunteer: msg`Volunteer care`,
  other: msg`Other`,
}

/** The kinds to choose from. Older entries may have `life_support`, which was split. */
export const entryKinds = allEntryKinds.filter((kind) => kind !== 'life_support')

const lifeSupport: readonly EntryKind[] = ['bls', 'advanced_life_support']

/**
 * Whether an entry of this kind is one of `kinds`; `unclear` if that depends on the kind of life support course.
 * Nothing matches an empty list.
 */
export function matchKind(kind: EntryKind, kinds: readonly EntryKind[]): 'yes' | 'no' | 'unclear' {
  if (kinds.includes(kind)) return 'yes'
  if (kind !== 'life_support') return 'no'
  const matching = lifeSupport.filter((one) => kinds.includes(one))
  return matching.length === 0 ? 'no' : matching.length === lifeSupport.length ? 'yes' : 'unclear'
}
