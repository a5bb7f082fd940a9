import { Link } from '@tanstack/react-router'
import {
  CalendarX2,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleX,
  History,
  Hourglass,
  QrCode,
} from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { ItemChoice, ListItem } from '#shared/requirements/item.ts'
import {
  type ItemMatch,
  type MatchState,
  matchState,
  type SharableRecord,
} from '#shared/requirements/match.ts'
import { askedText, matchText } from '#shared/requirements/match-text.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { groupTitles, packetParam } from './list-text.ts'
import { StepLink } from './step-link.tsx'

const looks: Record<MatchState, { icon: typeof CircleX; color: string }> = {
  missing: { icon: CircleX, color: 'text-expired' },
  ended: { icon: CalendarX2, color: 'text-expired' },
  too_old: { icon: History, color: 'text-expired' },
  ends_during: { icon: Hourglass, color: 'text-renewal' },
  unknown: { icon: CircleHelp, color: 'text-muted' },
  choice: { icon: CircleAlert, color: 'text-renewal' },
  held: { icon: CircleCheck, color: 'text-active' },
}

const ChoiceDialog = lazyPart(() => import('./choice-dialog.tsx'), 'ChoiceDialog')

type MatchedProps = {
  items: readonly ListItem[]
  matches: readonly ItemMatch[]
  onChoose(index: number, choice: ItemChoice | null): void
}
type Row = { index: number; item: ListItem; match: ItemMatch }

/** The items grouped by what to do about them, the most urgent first. */
export function MatchedSection({ items, matches, onChoose }: MatchedProps) {
  const rows = items.flatMap((item, index): Row[] => {
    const match = matches[index]
    return match ? [{ index, item, match }] : []
  })
  const [chosen, setChosen] = useState<Row | null>(null)
  return (
    <div className="grid grid-cols-1 gap-8">
      {matchState.options.map((state) => (
        <Group
          key={state}
          state={state}
          rows={rows.filter(({ match }) => match.state === state)}
          onChoose={setChosen}
        />
      ))}
      {chosen && (
        <ChoiceDialog
          item={chosen.item}
          match={chosen.match}
          onClose={() => setChosen(null)}
          onChoose={(choice) => {
            onChoose(chosen.index, choice)
            setChosen(null)
          }}
        />
      )}
    </div>
  )
}

type GroupProps = { state: MatchState; rows: Row[]; onChoose(row: Row): void }

function Group({ state, rows, onChoose }: GroupProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={`group-${state}`}>
      <h2 id={`group-${state}`} className="flex items-center gap-2 text-lg">
        <StateBadge state={state} />
        {t(groupTitles[state])}
        <span className="text-muted tabular-nums">{rows.length}</span>
      </h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {rows.map((row) => (
          <ItemRow key={row.index} {...row} onChoose={() => onChoose(row)} />
        ))}
      </ul>
    </section>
  )
}

function ItemRow({ item, match, onChoose }: Row & { onChoose(): void }) {
  const { locale } = useUser()
  const format = (date: string) => formatDate(date, locale)
  const asked = askedText(item, format, t)
  const { reason, advice } = matchText(item, match, format, t)
  const canChoose =
    item.kind === 'document' ||
    item.kind === 'form' ||
    item.kind === 'health' ||
    match.finding.kind === 'several' ||
    item.choice !== null
  const label = item.choice ? t`Change` : match.finding.kind === 'several' ? t`Choose` : t`I have it`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-semibold">{item.title}</p>
        {asked !== item.title && <p className="text-muted text-sm">{asked}</p>}
        <p>
          {reason} {advice}
        </p>
        {item.note && <p className="text-muted text-sm">{item.note}</p>}
        {item.needsCheck && (
          <p className="font-semibold text-renewal text-sm">{t`Please check what this line asks for.`}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <StepLink item={item} match={match} />
        {canChoose && (
          <Button size="sm" aria-label={`${label}: ${item.title}`} onPress={onChoose}>
            {label}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The icon of a state; its word is in the heading above. */
function StateBadge({ state }: { state: MatchState }) {
  const { icon: Icon, color } = looks[state]
  return <Icon aria-hidden className={`size-5 shrink-0 ${color}`} />
}

/** Opens the share form with exactly the chosen records. */
export function SharePacketLink({ packet }: { packet: readonly SharableRecord[] }) {
  if (packet.length === 0) return null
  return (
    <Link
      to="/credentials/shares/new"
      search={{ items: packetParam(packet) }}
      className={buttonClass({ tone: 'primary' })}
    >
      <QrCode aria-hidden className="size-5" />
      {t`Share exactly this (${packet.length})`}
    </Link>
  )
}
