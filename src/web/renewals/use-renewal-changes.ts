import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { Problem } from '#shared/http/errors.ts'
import { newTermProblems } from '#shared/renewals/new-term.ts'
import type { Renewal, RenewalPatch } from '#shared/renewals/renewal.ts'
import { ceuKey } from '#web/ceu/api.ts'
import { credentialQuery, credentialsKey, updateCredential } from '#web/credentials/api.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { useUser } from '#web/session/session.ts'
import { showErrorToast, showToast, type Toast } from '#web/ui/toast-queue.ts'
import { useUndo } from '#web/ui/use-removal.ts'
import {
  finishRenewal,
  type NewCard,
  removeRenewal,
  renewalsQuery,
  startRenewal,
  undoRenewal,
  updateRenewal,
} from './api.ts'

/** Every step of a renewal, each with Undo. */
export function useRenewalChanges(credential: Credential) {
  const { locale } = useUser()
  const refresh = useRefresh()
  const undo = useUndo()
  // A new one after each success: the next renewal of the same credential is another one.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const title = shortTitle(credential)

  const start = useMutation({
    mutationFn: () => startRenewal(credential.id, key),
    onSuccess: ({ id }) => {
      setKey(crypto.randomUUID())
      showToast({ title: t`Renewal of ${title} started`, action: undo(() => removeRenewal(id)) })
    },
    onError: showErrorToast(t`The renewal was not started`),
    onSettled: refresh,
  })

  const update = useMutation({
    mutationFn: ({ renewal, patch }: { renewal: Renewal; patch: RenewalPatch }) =>
      updateRenewal(renewal.id, patch),
    onSuccess: ({ id, state, submittedOn }, { renewal: before }) => {
      if (state === before.state) return showToast({ title: t`Saved` })
      const back = { state: before.state, submittedOn: before.submittedOn } as RenewalPatch
      showToast({
        title: submittedOn
          ? t`Submitted on ${formatDate(submittedOn, locale)}`
          : t`The renewal is not submitted`,
        action: undo(() => updateRenewal(id, back)),
      })
    },
    onSettled: refresh,
  })

  const finish = useMutation({
    mutationFn: async ({ renewal, card }: { renewal: Renewal | null; card: NewCard }) =>
      finishRenewal((renewal ?? (await startRenewal(credential.id, `start ${key}`))).id, card, key),
    onSuccess: ({ id }, { card: { expiresAt = null } }) => {
      setKey(crypto.randomUUID())
      showToast(
        renewedToast(
          { ...credential, expiresAt },
          locale,
          undo(() => undoRenewal(id)),
        ),
      )
    },
    onSettled: refresh,
  })

  const reopen = useMutation({
    mutationFn: (renewalId: string) => undoRenewal(renewalId),
    onSuccess: () => showToast({ title: t`Restored the old term of ${title}` }),
    onError: showErrorToast(t`The renewal was not undone`),
    onSettled: refresh,
  })

  return { start, update, finish, reopen }
}

/**
 * Renews a credential with a new card in one go: starts a renewal, if none is open, and finishes it. `undefined` while
 * the server cannot be reached.
 */
export function useCardRenewal() {
  const isOffline = useIsOffline()
  const { locale } = useUser()
  const queryClient = useQueryClient()
  const undo = useUndo()
  if (isOffline) return undefined
  return async (
    held: Credential,
    { issuer, ...card }: NewCard & { issuer: string | null },
    idempotencyKey: string,
  ): Promise<Credential> => {
    const errors = newTermProblems(held, { expiresAt: card.expiresAt ?? null })
    if (errors.length > 0) throw new Problem('invalid', { errors })
    const { items } = await queryClient.fetchQuery({ ...renewalsQuery(held.id), staleTime: 0 })
    const open =
      items.find(({ state }) => state !== 'done') ?? (await startRenewal(held.id, `start ${idempotencyKey}`))
    const { id } = await finishRenewal(open.id, numbered(held, card), idempotencyKey)
    const renewed = await queryClient.fetchQuery({ ...credentialQuery(held.id), staleTime: 0 })
    if (!renewed) throw new Problem('license_not_found')
    showToast(
      renewedToast(
        renewed,
        locale,
        undo(() => undoRenewal(id)),
      ),
    )
    const isSameIssuer = held.kind === 'license' || issuer === null || issuer === held.issuer
    return isSameIssuer ? renewed : updateCredential(renewed, { issuer })
  }
}

/** A license usually keeps its number. A new card of a certification has another one, which may be added later. */
export function numbered({ kind }: Credential, { number = null, ...card }: NewCard): NewCard {
  return number === null && kind === 'license' ? card : { ...card, number }
}

function renewedToast(credential: Credential, locale: string | null, action: Toast['action']): Toast {
  const title = shortTitle(credential)
  return {
    title: credential.expiresAt
      ? t`${title} was renewed until ${formatDate(credential.expiresAt, locale)}`
      : t`${title} was renewed`,
    description: t`The old term is in its history, and reminders follow the new date.`,
    action,
  }
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [credentialsKey, ceuKey, ['files'], ['trash'], ['reminders']])
      void queryClient.invalidateQueries({ queryKey })
  }
}
