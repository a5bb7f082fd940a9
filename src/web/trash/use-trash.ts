import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import type { TrashItem } from '#shared/trash/trash.ts'
import { ceuKey, restoreCycle, restoreEntry } from '#web/ceu/api.ts'
import { restoreResidence } from '#web/compact/api.ts'
import { competencyKey, restoreRecord } from '#web/competency/api.ts'
import { credentialsKey, restoreCredential } from '#web/credentials/api.ts'
import { restoreFile } from '#web/files/api.ts'
import { healthKey, restoreHealthRecord } from '#web/health/api.ts'
import { t } from '#web/i18n/t.ts'
import { lookupsKey, restoreLookup } from '#web/lookups/api.ts'
import { restoreRenewal } from '#web/renewals/api.ts'
import { requirementsKey, restoreList } from '#web/requirements/api.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { emptyTrash, purgeTrash, trashKey } from './api.ts'

/** Where a restored item is shown. */
type RestoredLocation =
  | { to: '/credentials/$id'; params: { id: string } }
  | { to: '/credentials/cycles/$cycleId'; params: { cycleId: string } }
  | { to: '/credentials/entries/$entryId'; params: { entryId: string }; search: { cycleId: string } }
  | { to: '/credentials/practice' }
  | { to: '/credentials/states' }
  | { to: '/credentials/health' }
  | { to: '/credentials/lists/$listId'; params: { listId: string } }
  | { to: '/upload' }

async function restore({ kind, id }: TrashItem): Promise<RestoredLocation> {
  if (kind === 'ceuCycle') {
    await restoreCycle(id)
    return { to: '/credentials/cycles/$cycleId', params: { cycleId: id } }
  }
  if (kind === 'ceuEntry') {
    const { cycleId } = await restoreEntry(id)
    return { to: '/credentials/entries/$entryId', params: { entryId: id }, search: { cycleId } }
  }
  if (kind === 'file') {
    const { resourceType, resourceId } = await restoreFile(id)
    const isOnCredential = resourceType === 'license' || resourceType === 'certification'
    return isOnCredential && resourceId
      ? { to: '/credentials/$id', params: { id: resourceId } }
      : { to: '/upload' }
  }
  if (kind === 'healthRecord') {
    await restoreHealthRecord(id)
    return { to: '/credentials/health' }
  }
  if (kind === 'competencyRecord') {
    await restoreRecord(id)
    return { to: '/credentials/practice' }
  }
  if (kind === 'lookup') {
    const { credentialId } = await restoreLookup(id)
    return { to: '/credentials/$id', params: { id: credentialId } }
  }
  if (kind === 'residence') {
    await restoreResidence(id)
    return { to: '/credentials/states' }
  }
  if (kind === 'requirementList') {
    await restoreList(id)
    return { to: '/credentials/lists/$listId', params: { listId: id } }
  }
  if (kind === 'renewal') {
    const { credentialId } = await restoreRenewal(id)
    return { to: '/credentials/$id', params: { id: credentialId } }
  }
  await restoreCredential(id)
  return { to: '/credentials/$id', params: { id } }
}

/** In ms: the time in which a second press still belongs to a double click. */
const DOUBLE_CLICK = 500

/** Restoring and permanent deletion in a list of `count` rows. `onChange` is called whenever the list changes. */
export function useTrash(count: number, onChange: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = async () => {
    onChange()
    for (const queryKey of [
      trashKey,
      credentialsKey,
      lookupsKey,
      competencyKey,
      healthKey,
      requirementsKey,
      ceuKey,
      ['files'],
    ])
      await queryClient.invalidateQueries({ queryKey })
  }
  const shrunkAt = useShrunkAt(count)
  // `isPending` would be set too late for a second press in the same frame.
  const restoringIds = useRef(new Set<string>())
  const restoreItem = useMutation({
    mutationFn: restore,
    onSuccess: (place, { title }) =>
      showToast({
        title: t`Restored “${title}”`,
        action: { label: t`View`, onAction: () => void navigate(place) },
      }),
    onError: (error, { kind, title }) => {
      const problem = toProblem(error)
      const detail = missingAt(kind, problem.code)
      showErrorToast(t`“${title}” was not restored`)(
        detail === null ? problem : new Problem(problem.code, { detail }),
      )
    },
    // Only now: until the list is read again, the item is still in it, and a second press would restore it twice.
    onSettled: (_result, _error, { id }) => refresh().finally(() => restoringIds.current.delete(id)),
  })
  const purge = useMutation({
    mutationFn: (item: TrashItem) => purgeTrash(item),
    onError: (error, { title }) => showErrorToast(t`“${title}” was not deleted`)(error),
    onSettled: refresh,
  })
  const empty = useMutation({
    mutationFn: emptyTrash,
    onSuccess: () => showToast({ title: t`Trash emptied` }),
    onError: showErrorToast(t`The trash was not emptied`),
    onSettled: refresh,
  })
  function startRestore(item: TrashItem) {
    const isSecondClick = performance.now() - shrunkAt.current < DOUBLE_CLICK
    if (isSecondClick || restoringIds.current.has(item.id)) return
    restoringIds.current.add(item.id)
    restoreItem.mutate(item)
  }
  const restoringId = restoreItem.isPending ? restoreItem.variables.id : null
  return { startRestore, restoringId, purge, empty }
}

/** When the list lost a row. The next one moves up to where it was, and a double click would restore that one, too. */
function useShrunkAt(count: number) {
  const shrunkAt = useRef(Number.NEGATIVE_INFINITY)
  const before = useRef(count)
  useLayoutEffect(() => {
    if (count < before.current) shrunkAt.current = performance.now()
    before.current = count
  }, [count])
  return shrunkAt
}

/** The record that must be restored first. */
function missingAt(kind: TrashItem['kind'], code: ProblemCode): string | null {
  if (kind === 'ceuEntry' && code === 'ceu_cycle_not_found')
    return t`Its CE cycle is in the trash too. Restore the cycle first.`
  if (kind === 'lookup' && code === 'lookup_not_found')
    return t`Its credential is in the trash too. Restore the credential first.`
  if (kind === 'residence' && code === 'invalid')
    return t`You recorded another state from the same day. Delete that one first.`
  if (kind === 'renewal' && code === 'renewal_not_found')
    return t`Its credential is in the trash too. Restore the credential first.`
  return null
}
