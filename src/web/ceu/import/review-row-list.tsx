import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { msg } from '#shared/i18n/translate.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { t } from '#web/i18n/t.ts'
import { Button, PlainButton } from '#web/ui/button.tsx'
import { type MendField, RowMendForm } from './row-mend-form.tsx'

const PAGE_SIZE = 50

const standings = {
  open: { Icon: CircleAlert, look: 'text-expired', label: msg`Needs an answer` },
  ready: { Icon: CircleCheck, look: 'text-active', label: msg`Ready` },
  skipped: { Icon: CircleMinus, look: 'text-muted', label: msg`Skipped` },
} as const
export type Standing = keyof typeof standings

/** A row as it would be imported. */
export type ReviewRow = {
  title: string
  facts: string[]
  problems: string[]
  remarks: string[]
  /** Where the row stands, if more is known than its group. */
  label?: string | undefined
  /** What the owner can decide about the whole row. */
  choice: 'skip' | 'include' | null
}

type ReviewRowListProps<Row extends { line: number }> = {
  rows: readonly Row[]
  standingOf(row: Row): Standing
  viewOf(row: Row): ReviewRow
  fieldsOf(row: Row): MendField[]
  onMend(row: Row, values: Record<string, string>): void
  /** Skips the row, or includes a skipped one. */
  onToggle(row: Row): void
  /** Questions and choices about many rows at once, between the numbers and the rows. */
  children: ReactNode
}

/** How many rows are ready, and every row as it would be imported: first those that need an answer. */
export function ReviewRowList<Row extends { line: number }>({
  rows: all,
  standingOf,
  children,
  ...rest
}: ReviewRowListProps<Row>) {
  const [only, setOnly] = useState<Standing | null>(null)
  const [count, setCount] = useState(PAGE_SIZE)
  const groups = keysOf(standings).map((id) => ({
    id,
    rows: all.filter((row) => standingOf(row) === id),
  }))
  const asked = groups.some(({ id, rows }) => id === only && rows.length > 0) ? only : null
  const shown = groups.filter(({ id, rows }) => rows.length > 0 && (asked === null || id === asked))
  const total = shown.reduce((sum, { rows }) => sum + rows.length, 0)
  const firstOf = (at: number) => shown.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset className="grid grid-cols-3 gap-2">
        <legend className="sr-only">{t`Rows to show`}</legend>
        {groups.map(({ id, rows }) => (
          <StandingButton
            key={id}
            id={id}
            count={rows.length}
            isOn={id === asked}
            onPress={() => setOnly(id === asked ? null : id)}
          />
        ))}
      </fieldset>
      {children}
      <RowGroups
        {...rest}
        groups={shown.map(({ id, rows }, at) => ({
          id,
          rows: rows.slice(0, Math.max(0, count - firstOf(at))),
        }))}
      />
      {total > count && (
        <Button onPress={() => setCount(count + PAGE_SIZE)} className="sm:w-fit">
          {t`Show ${Math.min(PAGE_SIZE, total - count)} more of ${(total - count).toLocaleString(t.locale)}`}
        </Button>
      )}
    </div>
  )
}

type StandingButtonProps = { id: Standing; count: number; isOn: boolean; onPress(): void }

/** A number that shows only its rows when it is pressed. */
function StandingButton({ id, count, isOn, onPress }: StandingButtonProps) {
  const { Icon, look, label } = standings[id]
  return (
    <PlainButton
      aria-pressed={isOn}
      isDisabled={count === 0}
      onPress={onPress}
      className={clsx(
        'flex min-h-18 cursor-pointer touch-manipulation flex-col items-start rounded-control border px-3 py-2 text-left transition-colors duration-150 disabled:cursor-default',
        isOn ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface enabled:hover:bg-sunken',
        count === 0 && 'text-muted',
      )}
    >
      <span className="flex items-center gap-1.5 font-semibold text-xl">
        <Icon aria-hidden className={clsx('size-5 shrink-0', count === 0 ? 'text-muted' : look)} />
        {count.toLocaleString(t.locale)}
      </span>
      <span className="text-sm">{t(label)}</span>
    </PlainButton>
  )
}

type RowGroupsProps<Row extends { line: number }> = Pick<
  ReviewRowListProps<Row>,
  'viewOf' | 'fieldsOf' | 'onMend' | 'onToggle'
> & { groups: { id: Standing; rows: Row[] }[] }

function RowGroups<Row extends { line: number }>({
  groups,
  viewOf,
  fieldsOf,
  onMend,
  onToggle,
}: RowGroupsProps<Row>) {
  const [mended, setMended] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  /** The row may be in another group after the change. */
  function settle(line: number, change: () => void) {
    flushSync(() => {
      change()
      setMended(null)
    })
    list.current?.querySelector<HTMLElement>(`[data-line="${line}"] button`)?.focus()
  }
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ id, rows }) => (
          <div key={id} className="grid grid-cols-1 gap-1">
            <h3 className="font-semibold text-muted text-sm">{t(standings[id].label)}</h3>
            <ul aria-label={t(standings[id].label)} className="divide-y divide-line border-line border-y">
              {rows.map((row) => {
                const view = viewOf(row)
                const toggle = () => settle(row.line, () => onToggle(row))
                return (
                  <li key={row.line} data-line={row.line}>
                    <RowView
                      {...{ view, line: row.line, standing: id }}
                      onEdit={() => setMended(mended === row.line ? null : row.line)}
                      onToggle={toggle}
                    />
                    {mended === row.line && (
                      <RowMendForm
                        line={row.line}
                        fields={fieldsOf(row)}
                        onCancel={() => settle(row.line, () => {})}
                        onSkip={view.choice === 'skip' ? toggle : undefined}
                        onSave={(values) => settle(row.line, () => onMend(row, values))}
                      />
                    )}
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
    </div>
  )
}

type RowViewProps = { view: ReviewRow; line: number; standing: Standing; onEdit(): void; onToggle(): void }

function RowView({ view, line, standing, onEdit, onToggle }: RowViewProps) {
  const { title, facts, problems, remarks, label, choice } = view
  const { Icon, look } = standings[standing]
  const isSkipped = standing === 'skipped'
  return (
    <div className="flex gap-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-3 font-semibold ${isSkipped ? 'text-muted' : ''}`}>{title}</p>
        <p className="line-clamp-3 text-muted text-sm">{facts.join(' · ')}</p>
        {problems.length > 0 && (
          <ul className={`text-sm ${isSkipped ? 'text-muted' : 'font-semibold text-expired'}`}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {remarks.map((remark) => (
          <p key={remark} className="text-expiring text-sm">
            {remark}
          </p>
        ))}
        <p className="text-muted text-sm">{`${t`Row ${line}`} · ${label ?? t(standings[standing].label)}`}</p>
      </div>
      <div className="-my-1 flex shrink-0 flex-col items-end">
        <Button
          tone="quiet"
          className="-mr-2"
          onPress={onEdit}
          aria-label={t`Edit row ${line}`}
        >{t`Edit`}</Button>
        {choice === 'include' && (
          <Button
            tone="quiet"
            className="-mr-2"
            onPress={onToggle}
            aria-label={t`Include row ${line}`}
          >{t`Include`}</Button>
        )}
        {choice === 'skip' && standing === 'open' && (
          <Button
            tone="quiet"
            className="-mr-2"
            onPress={onToggle}
            aria-label={t`Skip row ${line}`}
          >{t`Skip`}</Button>
        )}
      </div>
    </div>
  )
}
