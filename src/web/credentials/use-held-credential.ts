import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { findHeld } from '#shared/credentials/held.ts'
import { credentialsKey, listCredentials } from './api.ts'

type Card = Parameters<typeof findHeld>[0]

const hasName = ({ code, name, number }: Extract<Card, { kind: 'certification' }>) =>
  code !== null || name !== '' || number !== null

/**
 * The credential whose new card is entered, and whether it is renewed with it or another one is added: until the owner
 * has said which, a save only asks. `card` is `null` where a stored credential is edited.
 */
export function useHeldCredential(card: Card | null) {
  const [choice, setChoice] = useState<{ id: string; renewed: Credential | null } | null>(null)
  const question = useRef<HTMLElement>(null)
  const { data } = useQuery({
    queryKey: [...credentialsKey, 'held', card?.kind],
    // A failed search must not disturb the form.
    queryFn: ({ signal }) =>
      listCredentials(card ? { kind: card.kind } : {}, undefined, signal).catch((error) => {
        if (signal.aborted) throw error
        return { items: [], nextCursor: null }
      }),
    // An empty form renews nothing.
    enabled: card !== null && (card.kind === 'license' ? card.state !== '' : hasName(card)),
  })
  const found = card && findHeld(card, data?.items ?? [])
  const isAnswered = found === null || found.id === choice?.id
  return {
    /** What is asked about, or was. */
    held: choice?.renewed ?? (isAnswered ? null : found),
    /** The credential that the new card renews. */
    renewed: choice?.renewed ?? null,
    question,
    renew: (renewed: Credential) => setChoice({ id: renewed.id, renewed }),
    addAnother: (held: Credential) => setChoice({ id: held.id, renewed: null }),
    /** Saves, or asks if there is no answer yet. */
    unlessAsked: (submit: (event: React.SyntheticEvent) => unknown) => (event: React.SyntheticEvent) => {
      if (choice?.renewed || isAnswered) return submit(event)
      event.preventDefault()
      question.current?.focus()
    },
  }
}

export type HeldCredential = ReturnType<typeof useHeldCredential>
