import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { msg } from '#shared/i18n/translate.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
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
}

/** Every row as it would be imported: first those that need an answer. */
export function ReviewRowList<Row extends { line: number }>({
  rows: all,
  standingOf,
  viewOf,
  fieldsOf,
  onMend,
  onToggle,
}: ReviewRowListProps<Row>) {
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
    <div ref={list} className="grid grid-cols-1 gap-4 empty:hidden">
      {keysOf(standings).map((id) => (
        <RowGroup key={id} id={id} rows={all.filter((row) => standingOf(row) === id)}>
          {(row) => {
            const view = viewOf(row)
            const toggle = () => settle(row.line, () => onToggle(row))
            return (
              <>
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
              </>
            )
          }}
        </RowGroup>
      ))}
    </div>
  )
}

type RowGroupProps<Row> = { id: Standing; rows: readonly Row[]; children(row: Row): ReactNode }

/** "Ready 12" and its rows, a page at a time. */
function RowGroup<Row extends { line: number }>({ id, rows, children }: RowGroupProps<Row>) {
  const [count, setCount] = useState(PAGE_SIZE)
  if (rows.length === 0) return null
  const label = t(standings[id].label)
  const rest = rows.length - count
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="flex items-baseline gap-2 text-base">
        {label}
        <span className="font-normal text-muted text-sm">{rows.length.toLocaleString(t.locale)}</span>
      </h3>
      <ul aria-label={label} data-standing={id} className="divide-y divide-line border-line border-y">
        {rows.slice(0, count).map((row) => (
          <li key={row.line} data-line={row.line}>
            {children(row)}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button onPress={() => setCount(count + PAGE_SIZE)} className="mt-2 sm:w-fit">
          {t`Show ${Math.min(PAGE_SIZE, rest)} more of ${rest.toLocaleString(t.locale)}`}
        </Button>
      )}
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
        <p className="text-muted text-sm">{[t`Row ${line}`, label].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="-my-1 flex shrink-0 flex-col items-end *:-mr-2!">
        <Button tone="quiet" onPress={onEdit} aria-label={t`Edit row ${line}`}>{t`Edit`}</Button>
        {choice === 'include' && (
          <Button tone="quiet" onPress={onToggle} aria-label={t`Include row ${line}`}>{t`Include`}</Button>
        )}
        {choice === 'skip' && standing === 'open' && (
          <Button tone="quiet" onPress={onToggle} aria-label={t`Skip row ${line}`}>{t`Skip`}</Button>
        )}
      </div>
    </div>
  )
}
