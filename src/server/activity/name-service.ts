import { type CycleSubject, listCycleSubjects, listEntryTitles } from '#server/ceu/name-store.ts'
import { listCompetencyTitles } from '#server/competency/store.ts'
import { listShortTitles } from '#server/credentials/name-store.ts'
import type { Db } from '#server/db/database.ts'
import { openName } from '#server/files/name-service.ts'
import { listNamedFiles } from '#server/files/trash-store.ts'
import { listHealthLabels } from '#server/health/store.ts'
import { listRequirementNames } from '#server/requirements/store.ts'
import { listSharesById, type ShareRow } from '#server/shares/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Owner } from '#server/users/owner.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { uuid } from '#shared/kernel/fields.ts'
import { sharedResources } from '#shared/shares/share.ts'

/** The subject of an audit record or a share. */
type Reference = { resource: string; resourceId: string | null }

/**
 * The current names of these subjects, by id. Subjects in the trash have a name; purged ones do not. Names are looked
 * up and never stored in the log, so that purging a record also removes its name.
 */
export async function listNames(
  db: Db,
  owner: Owner,
  references: readonly Reference[],
  { t, cipher }: { t: Translate; cipher: FieldCipher },
): Promise<Map<string, string>> {
  const shares = await listSharesById(db, owner, idsOf(references, 'share'))
  const all = [...references, ...shares.flatMap(sharedResources).map(toReference)]
  const cycles = await listCycleSubjects(db, owner, idsOf(all, 'ceuCycle'))
  const credentialIds = [
    ...idsOf(all, 'license', 'certification'),
    ...cycles.flatMap(({ credentialId }) => credentialId ?? []),
  ]
  const [titles, competency, health, lists, entries, files] = await Promise.all([
    listShortTitles(db, owner, [...new Set(credentialIds)]),
    listCompetencyTitles(db, owner, idsOf(all, 'competencyRecord')),
    listHealthLabels(db, owner, idsOf(all, 'healthRecord')),
    listRequirementNames(db, owner, idsOf(all, 'requirementList')),
    listEntryTitles(db, owner, idsOf(all, 'ceuEntry')),
    listNamedFiles(db, owner, idsOf(all, 'file')),
  ])
  const fileNames = files.map((row): [string, string] => [row.id, openName(cipher, row)])
  const healthNames = [...health].map(([id, label]): [string, string] => [id, t(label)])
  const named = [...titles, ...competency, ...healthNames, ...lists, ...entries, ...fileNames]
  return withDerivedNames(new Map(named), { cycles, shares }, t)
}

type Derived = {
  cycles: readonly CycleSubject[]
  shares: readonly Pick<ShareRow, 'id' | 'resourceType' | 'resourceId' | 'resources'>[]
}

/** The names of records, and derived ones for cycles and shares, which have no names. */
export function withDerivedNames(
  own: ReadonlyMap<string, string>,
  { cycles, shares }: Derived,
  t: Translate,
): Map<string, string> {
  const names = new Map(own)
  for (const { id, state, credentialId } of cycles) {
    const subject = own.get(credentialId ?? '') ?? state
    if (subject !== null) names.set(id, subject)
  }
  for (const share of shares) {
    const content = sharedResources(share).flatMap(({ resourceId }) => names.get(resourceId) ?? [])
    const name = listedNames(content, t)
    if (name !== null) names.set(share.id, name)
  }
  return names
}

const toReference = ({ resourceType, resourceId }: { resourceType: string; resourceId: string }) => ({
  resource: resourceType,
  resourceId,
})

function idsOf(references: readonly Reference[], ...resources: string[]): string[] {
  const ids = references.flatMap(({ resource, resourceId }) =>
    resourceId !== null && resources.includes(resource) && uuid.safeParse(resourceId).success
      ? resourceId
      : [],
  )
  return [...new Set(ids)]
}

const SHOWN = 2

/** "Texas RN and BLS", "Texas RN and 3 more". */
function listedNames(names: string[], t: Translate): string | null {
  const [first, second] = names
  if (first === undefined) return null
  if (second === undefined) return first
  return names.length > SHOWN ? t`${first} and ${names.length - 1} more` : t`${first} and ${second}`
}
