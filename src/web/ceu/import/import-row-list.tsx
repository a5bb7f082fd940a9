import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import type { ColumnUse } from '#shared/imports/course-columns.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button, ChipButton } from '#web/ui/button.tsx'
import { mendedCells, mendFieldsOf } from './import-mend-values.ts'
import { amountText, type Preview, problemText } from './import-text.ts'
import { RowMendForm } from './row-mend-form.tsx'

const PAGE_SIZE = 50

const filters = {
  all: { label: msg`All`, has: () => true },
  problems: { label: msg`With problems`, has: ({ problems }: Preview) => problems.length > 0 },
  duplicates: { label: msg`Duplicates`, has: ({ isDuplicate }: Preview) => isDuplicate },
} as const
type Filter = keyof typeof filters

type ImportRowListProps = {
  previews: Preview[]
  /** A question about the columns is not answered. */
  isOpen: boolean
  locale: string | null
  onMend(line: number, cells: Partial<Record<ColumnUse, string>>): void
}

/** Every row as it would be imported, or its errors, which can be corrected here. */
export function ImportRowList({ previews, isOpen, locale, onMend }: ImportRowListProps) {
  const [mended, setMended] = useState<number | null>(null)
  const [filter, setFilter] = useState<Filter>('all')
  const [count, setCount] = useState(PAGE_SIZE)
  const offered = keysOf(filters)
    .map((id) => ({ id, label: filters[id].label, rows: previews.filter(filters[id].has) }))
    .filter(({ id, rows }) => id === 'all' || rows.length > 0)
  const { rows = previews, id: current = 'all' } = offered.find(({ id }) => id === filter) ?? {}
  return (
    <div className="grid grid-cols-1 gap-3">
      {offered.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t`Rows to show`}</legend>
          {offered.map(({ id, label, rows: some }) => (
            <ChipButton key={id} isOn={id === current} onPress={() => setFilter(id)}>
              {`${t(label)} (${some.length.toLocaleString(t.locale)})`}
            </ChipButton>
          ))}
        </fieldset>
      )}
      <ul aria-label={t`Rows`} className="divide-y divide-line border-line border-y">
        {rows.slice(0, count).map((row) => (
          <li key={row.line}>
            <PreviewRow
              {...{ row, isOpen, locale }}
              onEdit={() => setMended(row.line)}
              onInclude={() => onMend(row.line, { status: '' })}
            />
            {mended === row.line && (
              <RowMendForm
                line={row.line}
                fields={mendFieldsOf(row)}
                onCancel={() => setMended(null)}
                onSave={(values) => {
                  onMend(row.line, mendedCells(values, row))
                  setMended(null)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length > count && (
        <Button onPress={() => setCount(count + PAGE_SIZE)} className="sm:w-fit">
          {t`Show ${Math.min(PAGE_SIZE, rows.length - count)} more of ${(rows.length - count).toLocaleString(t.locale)}`}
        </Button>
      )}
    </div>
  )
}

const stateBadges = {
  ready: { Icon: CircleCheck, look: 'text-active', text: msg`Ready` },
  open: { Icon: CircleMinus, look: 'text-muted', text: msg`Question above` },
  problem: { Icon: CircleAlert, look: 'text-expired', text: msg`Problem` },
  skipped: { Icon: CircleMinus, look: 'text-muted', text: msg`Skipped` },
}

type PreviewRowProps = {
  row: Preview
  isOpen: boolean
  locale: string | null
  onEdit(): void
  /** The owner says that the course was completed. */
  onInclude(): void
}

function PreviewRow({ row, isOpen, locale, onEdit, onInclude }: PreviewRowProps) {
  const { line, entry, problems, state, doubt, duplicateOf, isKnown, isOutside } = row
  const { Icon, look, text } = stateBadges[state === 'ready' && isOpen ? 'open' : state]
  const facts = [
    entry.completedAt && formatDate(entry.completedAt, locale),
    amountText(entry),
    entry.provider,
    ...(entry.topicTags ?? []),
  ]
  return (
    <div className="flex gap-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-3 font-semibold ${state === 'skipped' ? 'text-muted' : ''}`}>
          {entry.title || t`No title`}
        </p>
        <p className="line-clamp-3 text-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
        {problems.length > 0 && doubt === null && (
          <ul className="font-semibold text-expired text-sm">
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
      </div>
      <div className="flex shrink-0 flex-col items-end text-muted text-sm">
        <span className="block">{t`Row ${line}`}</span>
        <span className={`block ${look}`}>{t(text)}</span>
        <Button tone="quiet" onPress={onEdit} aria-label={t`Edit row ${line}`}>{t`Edit`}</Button>
        {doubt !== null && (
          <Button tone="quiet" onPress={onInclude} aria-label={t`Include row ${line}`}>{t`Include`}</Button>
        )}
      </div>
    </div>
  )
}

function Remark({ children }: { children: string }) {
  return <p className="text-expiring text-sm">{children}</p>
}
