import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { topicName } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { canName, similarTopic, withTopicName } from '#shared/ceu/topic-match.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { ceuKey, declinedTopicsQuery, declineTopic, updateCycle } from './api.ts'

type TopicOfferProps = { labels: readonly string[]; cycles: readonly CeuCycle[] }

/** Asks once whether a label counts as a required topic that it resembles. */
export function TopicOfferView({ labels, cycles }: TopicOfferProps) {
  const { offers, isPending, accept, decline } = useTopicOffers(labels, cycles)
  const area = useRef<HTMLElement>(null)
  // The pressed button disappears, so the focus moves to the list of questions.
  const keepFocus = () => area.current?.focus({ preventScroll: true })
  return (
    <section
      ref={area}
      tabIndex={-1}
      aria-label={t`Topics to confirm`}
      className="outline-none empty:not-focus:hidden"
    >
      {offers.length > 0 && (
        <ul className="grid gap-4 rounded-card bg-accent-soft p-4">
          {offers.map((offer) => (
            <Offer
              key={`${offer.label} ${offer.topic}`}
              offer={offer}
              isPending={isPending}
              onAccept={() => {
                keepFocus()
                accept(offer)
              }}
              onDecline={() => {
                keepFocus()
                decline(offer)
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type OfferProps = { offer: TopicOffer; isPending: boolean; onAccept: () => void; onDecline: () => void }

function Offer({ offer: { label, name }, isPending, onAccept, onDecline }: OfferProps) {
  return (
    <li className="grid gap-2">
      <p className="font-semibold [overflow-wrap:anywhere]">{t`Count “${label}” as ${name}?`}</p>
      <p className="text-muted text-sm">
        <Trans>
          Its hours then count toward this required topic, in entries you log or import later too.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={t`Yes, count “${label}” as ${name}`}
          isPending={isPending}
          onPress={onAccept}
        >{t`Yes, count it`}</Button>
        <Button
          tone="quiet"
          aria-label={t`No, “${label}” is something else`}
          isDisabled={isPending}
          onPress={onDecline}
        >{t`No`}</Button>
      </div>
    </li>
  )
}

/** A label of the owner's entries that probably means a required topic of these cycles. */
type TopicOffer = { label: string; topic: string; name: string; cycles: CeuCycle[] }

const keyOf = ({ label, topic }: { label: string; topic: string }) => `${label.toLowerCase()}\n${topic}`

/** The topic that each label probably means, once per label and topic. */
function offersFor(labels: readonly string[], cycles: readonly CeuCycle[]): TopicOffer[] {
  const offers = new Map<string, TopicOffer>()
  for (const label of new Set(labels.map((each) => each.trim())))
    for (const cycle of cycles) {
      const topic = similarTopic(label, cycle.topics)
      if (topic === null || !canName(topic, label)) continue
      const offer = { label, topic: topic.topic, name: topicName(topic, t), cycles: [cycle] }
      const same = offers.get(keyOf(offer))
      if (same) same.cycles.push(cycle)
      else offers.set(keyOf(offer), offer)
    }
  return [...offers.values()]
}

/**
 * The questions to ask about `labels`. A yes makes the label another name of the topic, in these cycles and in the
 * cycles that follow them. A no is remembered too.
 */
function useTopicOffers(labels: readonly string[], cycles: readonly CeuCycle[]) {
  const queryClient = useQueryClient()
  const candidates = offersFor(labels, cycles)
  const { data: declined } = useQuery({ ...declinedTopicsQuery, enabled: candidates.length > 0 })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ceuKey })
  const rename = useMutation({
    mutationFn: async ({ offer, isUndo }: { offer: TopicOffer; isUndo: boolean }) => {
      const { label, topic } = offer
      for (const { id, topics } of offer.cycles)
        await updateCycle(id, { topics: isUndo ? topics : withTopicName(topics, topic, label) })
    },
    onSuccess: (_nothing, { offer, isUndo }) => {
      if (isUndo) return
      showToast({
        title: t`“${offer.label}” counts as ${offer.name}`,
        action: { label: t`Undo`, onAction: () => rename.mutate({ offer, isUndo: true }) },
      })
    },
    onError: showErrorToast(t`The topic was not changed`),
    onSettled: refresh,
  })
  const decline = useMutation({
    mutationFn: ({ label, topic }: TopicOffer) => declineTopic({ label, topic }),
    onError: showErrorToast(t`Your answer was not saved`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: declinedTopicsQuery.queryKey }),
  })
  // Asks nothing until the earlier answers have loaded.
  const answered = new Set(declined?.items.map(keyOf))
  const offers = declined ? candidates.filter((offer) => !answered.has(keyOf(offer))) : []
  return {
    offers,
    isPending: rename.isPending || decline.isPending,
    accept: (offer: TopicOffer) => rename.mutate({ offer, isUndo: false }),
    decline: (offer: TopicOffer) => decline.mutate(offer),
  }
}
