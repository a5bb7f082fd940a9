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
import { matchText } from '#shared/requirements/match-text.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { AskedText } from './asked-view.tsx'
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

/** More items than these are folded. */
const MAX_UNFOLDED = 3

const ChoiceDialog = lazyPart(() => import('./choice-dialog.tsx'), 'ChoiceDialog')

type MatchedProps = {
  items: readonly ListItem[]
  matches: readonly ItemMatch[]
  onChoose(index: number, choice: ItemChoice | null): void
}
type Row = { index: number; item: ListItem; match: ItemMatch }

/**
 * What is recorded, the most urgent on top. What is not added yet comes below it, or above it if nothing else is left
 * to do. It is folded if it is long.
 */
export function MatchedSection({ items, matches, onChoose }: MatchedProps) {
  const rows = items.flatMap((item, index): Row[] => {
    const match = matches[index]
    return match ? [{ index, item, match }] : []
  })
  const [chosen, setChosen] = useState<Row | null>(null)
  const rowsOf = (state: MatchState) => rows.filter(({ match }) => match.state === state)
  const missing = rowsOf('missing')
  const isOnlyMissing = rows.every(({ match: { state } }) => state === 'missing' || state === 'held')
  const notAdded = missing.length > 0 && (
    <div className="border-line border-t">
      <Disclosure
        id="not-added"
        icon={<StateBadge state="missing" />}
        title={t`${missing.length} not added yet`}
        summary={missing.map(({ item }) => item.title).join(', ')}
        isRequested={missing.length <= MAX_UNFOLDED || missing.length === rows.length}
      >
        <ItemRows rows={missing} onChoose={setChosen} />
      </Disclosure>
    </div>
  )
  return (
    <div className="grid grid-cols-1 gap-8">
      {isOnlyMissing && notAdded}
      {matchState.exclude(['missing']).options.map((state) => (
        <Group key={state} state={state} rows={rowsOf(state)} onChoose={setChosen} />
      ))}
      {!isOnlyMissing && notAdded}
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

type RowsProps = { rows: Row[]; onChoose(row: Row): void }

function Group({ state, ...props }: RowsProps & { state: MatchState }) {
  if (props.rows.length === 0) return null
  return (
    <section aria-labelledby={`group-${state}`} className="grid grid-cols-1 gap-2">
      <h2 id={`group-${state}`} className="flex items-center gap-2 text-lg">
        <StateBadge state={state} />
        {t(groupTitles[state])}
        <span className="text-muted tabular-nums">{props.rows.length}</span>
      </h2>
      <ItemRows {...props} />
    </section>
  )
}

function ItemRows({ rows, onChoose }: RowsProps) {
  const { locale } = useUser()
  const format = (date: string) => formatDate(date, locale)
  const texts = rows.map(({ item, match }) => {
    const { reason, advice } = matchText(item, match, format, t)
    return match.finding.kind === 'none' ? '' : [reason, advice].filter(Boolean).join(' ')
  })
  // What is the same for all of them is said once.
  const isSame = rows.length > 1 && new Set(texts).size === 1
  return (
    <>
      {isSame && <p className="empty:hidden">{texts[0]}</p>}
      <ul className="divide-y divide-line border-line border-y">
        {rows.map((row, at) => (
          <ItemRow
            key={row.index}
            {...row}
            text={isSame ? '' : (texts[at] ?? '')}
            format={format}
            onChoose={() => onChoose(row)}
          />
        ))}
      </ul>
    </>
  )
}

type ItemRowProps = Row & { text: string; format(date: string): string; onChoose(): void }

function ItemRow({ item, match, text, format, onChoose }: ItemRowProps) {
  const canChoose =
    item.choice !== null ||
    match.finding.kind === 'several' ||
    (match.state !== 'held' && ['document', 'form', 'health'].includes(item.kind))
  const label = item.choice ? t`Change` : match.finding.kind === 'several' ? t`Choose` : t`I have it`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <p className="font-semibold">{item.title}</p>
        {match.state !== 'held' && <AskedText item={item} format={format} />}
        {text && <p>{text}</p>}
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
    <ButtonLink to="/credentials/shares/new" search={{ items: packetParam(packet) }} tone="primary">
      <QrCode aria-hidden className="size-5" />
      {t`Share exactly this (${packet.length})`}
    </ButtonLink>
  )
}
