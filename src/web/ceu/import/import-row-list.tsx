import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import { contactHoursOf } from '#shared/ceu/entry.ts'
import { msg } from '#shared/i18n/translate.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipButton } from '#web/ui/chip-button.tsx'
import { type Preview, problemText } from './import-text.ts'

const PAGE_SIZE = 50

const filters = {
  all: { label: msg`All`, has: () => true },
  problems: { label: msg`With problems`, has: ({ problems }: Preview) => problems.length > 0 },
  duplicates: { label: msg`Duplicates`, has: ({ isDuplicate }: Preview) => isDuplicate },
} as const
type Filter = keyof typeof filters

/** Every row as it would be imported, or its errors. */
export function ImportRowList({ previews, locale }: { previews: Preview[]; locale: string | null }) {
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
          <PreviewRow key={row.line} row={row} locale={locale} />
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
  problem: { Icon: CircleAlert, look: 'text-expired', text: msg`Problem` },
  skipped: { Icon: CircleMinus, look: 'text-muted', text: msg`Skipped` },
}

function PreviewRow({ row, locale }: { row: Preview; locale: string | null }) {
  const { line, entry, problems, state, duplicateOf, isKnown, isOutside } = row
  const { Icon, look, text } = stateBadges[state]
  const hours = contactHoursOf({
    hours: entry.hours,
    amount: entry.amount ?? null,
    unit: entry.unit ?? 'contact_hour',
  })
  const facts = [
    entry.completedAt && formatDate(entry.completedAt, locale),
    hours !== null && hours > 0 && hoursText(hours, t),
    entry.provider,
    ...(entry.topicTags ?? []),
  ]
  return (
    <li className="flex gap-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-3 font-semibold ${state === 'skipped' ? 'text-muted' : ''}`}>
          {entry.title || t`No title`}
        </p>
        <p className="line-clamp-3 text-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
        {problems.length > 0 && (
          <ul className="font-semibold text-expired text-sm">
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.message}`}>{problemText(problem)}</li>
            ))}
          </ul>
        )}
        {isKnown && <Remark>{t`You already have an entry with this title, date and hours.`}</Remark>}
        {duplicateOf !== null && <Remark>{t`Same as row ${duplicateOf}.`}</Remark>}
        {isOutside && (
          <Remark>{t`Outside the dates of every selected cycle: it is imported, but counts no hours.`}</Remark>
        )}
      </div>
      <p className="shrink-0 text-right text-muted text-sm">
        <span className="block">{t`Row ${line}`}</span>
        <span className={`block ${look}`}>{t(text)}</span>
      </p>
    </li>
  )
}

function Remark({ children }: { children: string }) {
  return <p className="text-expiring text-sm">{children}</p>
}
