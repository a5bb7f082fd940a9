import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { canName, similarTopic, withTopicName } from '#shared/ceu/topic-match.ts'
import { ceuKey, updateCycle } from '#web/ceu/api.ts'
import { type SessionUser, useUser } from '#web/session/session.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'

/** A label of the owner's entries that probably means a required topic of these cycles. */
export type TopicOffer = { label: string; topic: string; cycles: CeuCycle[] }

const MAX_DECLINED = 300
const keyOf = ({ id }: SessionUser) => `lanyard-topics-declined-${id}`
const declinedOf = ({ label, topic }: TopicOffer) => `${label.toLowerCase()}\n${topic}`

function readDeclined(user: SessionUser): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

function storeDeclined(user: SessionUser, declined: string[]): void {
  // Nothing is stored on a shared computer.
  if (user.sessionKind === 'shared') return
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(declined.slice(-MAX_DECLINED)))
  } catch {
    // Without storage, the offer comes again.
  }
}

/** The topic that each label probably means, once per label and topic. */
export function offersFor(labels: readonly string[], cycles: readonly CeuCycle[]): TopicOffer[] {
  const offers = new Map<string, TopicOffer>()
  for (const label of new Set(labels.map((each) => each.trim())))
    for (const cycle of cycles) {
      const topic = similarTopic(label, cycle.topics)
      if (topic === null || !canName(topic, label)) continue
      const offer = { label, topic: topic.topic, cycles: [cycle] }
      const same = offers.get(declinedOf(offer))
      if (same) same.cycles.push(cycle)
      else offers.set(declinedOf(offer), offer)
    }
  return [...offers.values()]
}

/**
 * What to ask about `labels`. A yes makes the label another name of the topic, in these cycles and in those that follow
 * them; a no is remembered in this browser.
 */
export function useTopicOffers(labels: readonly string[], cycles: readonly CeuCycle[]) {
  const user = useUser()
  const queryClient = useQueryClient()
  const [declined, setDeclined] = useState(() => readDeclined(user))
  const rename = useMutation({
    mutationFn: async ({ offer, isUndo }: { offer: TopicOffer; isUndo: boolean }) => {
      const { label, topic } = offer
      for (const { id, topics } of offer.cycles)
        await updateCycle(id, { topics: isUndo ? topics : withTopicName(topics, topic, label) })
    },
    onSuccess: (_nothing, { offer, isUndo }) => {
      if (isUndo) return
      showToast({
        title: `“${offer.label}” counts as ${offer.topic}`,
        action: { label: 'Undo', onAction: () => rename.mutate({ offer, isUndo: true }) },
      })
    },
    onError: showErrorToast('The topic was not changed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
  return {
    offers: offersFor(labels, cycles).filter((offer) => !declined.includes(declinedOf(offer))),
    isPending: rename.isPending,
    accept: (offer: TopicOffer) => rename.mutate({ offer, isUndo: false }),
    decline: (offer: TopicOffer) => {
      const next = [...declined, declinedOf(offer)]
      setDeclined(next)
      storeDeclined(user, next)
    },
  }
}
