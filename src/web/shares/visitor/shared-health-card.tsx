import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ViewHealthRecord } from '#shared/shares/view.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { SharedFiles } from './share-file-view.tsx'
import type { FileAccess } from './share-picture.tsx'
import { Fact } from './shared-resource-card.tsx'
import { holderText } from './visitor-text.ts'

type CardProps = { item: ViewHealthRecord; access: FileAccess; locale: string | null; as: 'h2' | 'h4' }

/** A health record: the data that the holder recorded and chose to show, without interpretation. */
export function SharedHealthCard({ item, access, locale, as: Title }: CardProps) {
  const { title, performedLabel, performedOn, dueLabel, dueOn, doses, titers, facts } = item
  const hidden = <Hidden ownerName={access.ownerName} />
  return (
    <IdBadge
      tone="neutral"
      eyebrow={t`Health record`}
      title={<Title className="[overflow-wrap:anywhere]">{title}</Title>}
      className="share-card"
    >
      <dl className="divide-y divide-line border-line border-y">
        <Fact name={performedLabel}>
          {performedOn === null ? t`Not recorded` : formatDate(performedOn, locale)}
        </Fact>
        <Fact name={dueLabel}>{dueOn && formatDate(dueOn, locale)}</Fact>
        {doses.map(({ givenOn, product }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing here has an id, and nothing moves
          <Fact key={index} name={t`Dose ${index + 1}`}>
            {[formatDate(givenOn, locale), product].filter(Boolean).join(' · ')}
          </Fact>
        ))}
        {titers.map(({ takenOn, antigen, result }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing here has an id, and nothing moves
          <Fact key={index} name={t`Titer`}>
            <span className="grid">
              {[antigen, formatDate(takenOn, locale), result].filter(Boolean).join(' · ')}
              {result === null && hidden}
            </span>
          </Fact>
        ))}
        {facts.map(({ name, text, isHidden }) => (
          <Fact key={name} name={name}>
            {isHidden ? hidden : text}
          </Fact>
        ))}
      </dl>
      <SharedFiles recordTitle={title} files={item.files} withheld={item.filesWithheld} access={access} />
    </IdBadge>
  )
}

function Hidden({ ownerName }: { ownerName: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5">
      <EyeOff aria-hidden className="size-4 shrink-0 text-muted" />
      {t`Hidden by ${holderText(ownerName)}`}
    </span>
  )
}
