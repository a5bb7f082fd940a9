import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { msg } from '#shared/i18n/translate.ts'
import type { ColumnUse } from '#shared/imports/course-columns.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button, PlainButton } from '#web/ui/button.tsx'
import { mendedCells, mendFieldsOf } from './import-mend-values.ts'
import { amountText, type Preview, problemText } from './import-text.ts'
import { RowMendForm } from './row-mend-form.tsx'

const PAGE_SIZE = 50

const standings = {
  open: {
    ...{ Icon: CircleAlert, look: 'text-expired', label: msg`Needs an answer` },
    has: ({ state }: Preview, isOpen: boolean) => state === 'problem' || (state === 'ready' && isOpen),
  },
  ready: {
    ...{ Icon: CircleCheck, look: 'text-active', label: msg`Ready` },
    has: ({ state }: Preview, isOpen: boolean) => state === 'ready' && !isOpen,
  },
  skipped: {
    ...{ Icon: CircleMinus, look: 'text-muted', label: msg`Skipped` },
    has: ({ state }: Preview) => state === 'skipped',
  },
} as const
type Standing = keyof typeof standings

type ImportRowListProps = {
  previews: Preview[]
  /** A question about the columns is not answered. */
  isOpen: boolean
  locale: string | null
  onMend(line: number, cells: Partial<Record<ColumnUse, string>>): void
  /** What applies to many rows at once, between the numbers and the rows. */
  children: ReactNode
}

/** How many rows are ready, and every row as it would be imported: first those that need an answer. */
export function ImportRowList({ previews, isOpen, locale, onMend, children }: ImportRowListProps) {
  const [mended, setMended] = useState<number | null>(null)
  const [only, setOnly] = useState<Standing | null>(null)
  const [count, setCount] = useState(PAGE_SIZE)
  const list = useRef<HTMLDivElement>(null)
  const groups = keysOf(standings).map((id) => ({
    id,
    rows: previews.filter((row) => standings[id].has(row, isOpen)),
  }))
  const asked = groups.some(({ id, rows }) => id === only && rows.length > 0) ? only : null
  const shown = groups.filter(({ id, rows }) => rows.length > 0 && (asked === null || id === asked))
  const total = shown.reduce((sum, { rows }) => sum + rows.length, 0)
  const firstOf = (at: number) => shown.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0)
  /** The row may be in another group now. */
  function close(line: number) {
    flushSync(() => setMended(null))
    list.current?.querySelector<HTMLElement>(`[data-line="${line}"] button`)?.focus()
  }
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
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
      <div>{children}</div>
      {shown.map(({ id, rows }, at) => {
        const some = rows.slice(0, Math.max(0, count - firstOf(at)))
        const label = t(standings[id].label)
        return (
          some.length > 0 && (
            <div key={id} className="grid grid-cols-1 gap-1">
              <h3 className="font-semibold text-muted text-sm">{label}</h3>
              <ul aria-label={label} className="divide-y divide-line border-line border-y">
                {some.map((row) => (
                  <li key={row.line} data-line={row.line}>
                    <PreviewRow
                      {...{ row, locale, standing: id }}
                      onEdit={() => setMended(row.line)}
                      onInclude={() => onMend(row.line, { status: '' })}
                    />
                    {mended === row.line && (
                      <RowMendForm
                        line={row.line}
                        fields={mendFieldsOf(row)}
                        onCancel={() => close(row.line)}
                        onSave={(values) => {
                          onMend(row.line, mendedCells(values, row))
                          close(row.line)
                        }}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </div>
          )
        )
      })}
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

type PreviewRowProps = {
  row: Preview
  standing: Standing
  locale: string | null
  onEdit(): void
  /** The owner says that the course was completed. */
  onInclude(): void
}

function PreviewRow({ row, standing, locale, onEdit, onInclude }: PreviewRowProps) {
  const { line, entry, problems, state, doubt, duplicateOf, isKnown, isOutside } = row
  const { Icon, look, label } = standings[standing]
  const facts = [
    entry.completedAt && formatDate(entry.completedAt, locale),
    amountText(entry),
    entry.provider,
    ...(entry.topicTags ?? []),
  ]
  const hasQuestion = state === 'ready' && standing === 'open'
  return (
    <div className="flex gap-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-3 font-semibold ${state === 'skipped' ? 'text-muted' : ''}`}>
          {entry.title || t`No title`}
        </p>
        <p className="line-clamp-3 text-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
        {problems.length > 0 && doubt === null && (
          <ul className={`text-sm ${state === 'skipped' ? 'text-muted' : 'font-semibold text-expired'}`}>
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.message}`}>{problemText(problem)}</li>
            ))}
          </ul>
        )}
        {doubt !== null && <Remark>{doubt}</Remark>}
        {isKnown && <Remark>{t`You already have an entry with this title, date and hours.`}</Remark>}
        {duplicateOf !== null && <Remark>{t`Same as row ${duplicateOf}.`}</Remark>}
        {isOutside && (
          <Remark>{t`Outside the dates of every selected cycle: it is imported, but counts no hours.`}</Remark>
        )}
        <p className="text-muted text-sm">
          {`${t`Row ${line}`} · ${hasQuestion ? t`Question above` : t(label)}`}
        </p>
      </div>
      <div className="-my-1 flex shrink-0 flex-col items-end">
        <Button
          tone="quiet"
          className="-mr-2"
          onPress={onEdit}
          aria-label={t`Edit row ${line}`}
        >{t`Edit`}</Button>
        {doubt !== null && (
          <Button
            tone="quiet"
            className="-mr-2"
            onPress={onInclude}
            aria-label={t`Include row ${line}`}
          >{t`Include`}</Button>
        )}
      </div>
    </div>
  )
}

function Remark({ children }: { children: string }) {
  return <p className="text-expiring text-sm">{children}</p>
}
