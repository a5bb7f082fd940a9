import { useRef } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { type TopicOffer, useTopicOffers } from './use-topic-offers.ts'

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
