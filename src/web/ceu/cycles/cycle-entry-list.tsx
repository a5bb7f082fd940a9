import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { searchEntries } from '#shared/ceu/entry-search.ts'
import { plural } from '#shared/i18n/translate.ts'
import { EntryRow } from '#web/ceu/entries/entry-row.tsx'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** The entries of a cycle, or the first step. */
export function CycleEntryList({
  cycle,
  entries,
  locale,
}: {
  cycle: CeuCycle
  entries: CeuEntry[]
  locale: string | null
}) {
  const gaps = withoutCertificateText(entries)
  if (entries.length === 0)
    return (
      <div className="grid justify-items-start gap-3 rounded-card border border-line-strong/50 border-dashed p-5">
        <p className="text-muted">
          <Trans>
            No courses logged yet. Start with any certificate you have handy: title, date and hours are
            enough, and you can attach the file.
          </Trans>
        </p>
        <ButtonLink
          to="/credentials/entries/new"
          search={{ cycleId: cycle.id }}
        >{t`Log your first course`}</ButtonLink>
      </div>
    )
  return (
    <>
      {gaps && <p className="mb-3 text-muted">{gaps}</p>}
      <EntryList cycle={cycle} entries={entries} locale={locale} />
    </>
  )
}

const SHOWN_FIRST = 10
/** From this many entries on, searching a list is faster than reading it. */
const SEARCHED_FROM = 6

type EntryListProps = { cycle: CeuCycle; entries: CeuEntry[]; locale: string | null }

/** The entries of a cycle, newest first, with the hours that count and why. */
function EntryList({ cycle, entries, locale }: EntryListProps) {
  const today = useToday()
  const [showsAll, setShowsAll] = useState(false)
  const [searched, setSearched] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const found = searchEntries(entries, searched, locale)
  const shown = showsAll ? found : found.slice(0, SHOWN_FIRST)
  function showAll() {
    // The button disappears, so the focus moves to the first new entry.
    flushSync(() => setShowsAll(true))
    list.current?.children[SHOWN_FIRST]?.querySelector('summary')?.focus({ preventScroll: true })
  }
  return (
    <>
      {entries.length >= SEARCHED_FROM && (
        <search className="mb-3 block max-w-md">
          <TextField
            label={t`Search these courses`}
            type="search"
            description={t`Title, provider, topic or month`}
            value={searched}
            onChange={setSearched}
          />
        </search>
      )}
      {shown.length > 0 && (
        <ul ref={list} aria-label={t`Entries`} className="divide-y divide-line border-line border-y">
          {shown.map((entry) => (
            <EntryRow key={entry.id} entry={entry} cycle={cycle} locale={locale} />
          ))}
        </ul>
      )}
      <p role="status" className="text-muted">
        {found.length === 0 && t`No course matches “${searched.trim()}”.`}
      </p>
      {shown.length < found.length && (
        <Button onPress={showAll} className="mt-3">
          {t`Show all ${found.length}`}
        </Button>
      )}
      {found.length > 0 && (
        <ListExportPicker
          name="ce-courses"
          title={t`Courses`}
          today={today}
          load={() =>
            import('#web/ceu/entries/entry-list-values.ts').then((module) =>
              module.entryTable(found, cycle.id),
            )
          }
        />
      )}
    </>
  )
}

/** "3 entries have no certificate yet."; `null` if every entry has one. */
function withoutCertificateText(entries: readonly CeuEntry[]): string | null {
  const count = entries.filter(({ fileId }) => fileId === null).length
  if (count === 0) return null
  return t`${plural(count, { one: '# entry has', other: '# entries have' })} no certificate yet.`
}
