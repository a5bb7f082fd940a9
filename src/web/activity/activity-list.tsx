import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formula } from '#shared/files/list-file.ts'
import { formatWeekday } from '#web/format/dates.ts'
import { saveLinked } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ListEnd } from '#web/ui/list-end.tsx'
import { EmptyState } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { ActivityFilterForm, isBackwards } from './activity-filter-form.tsx'
import { ActivityRow } from './activity-row.tsx'
import { activityDays } from './activity-text.ts'
import { type ActivityFilter, activityFileUrl, activityQuery, allActivity } from './api.ts'

/** The owner's own log, newest first, with filters, details and downloads. */
export function ActivityList() {
  const [choice, setChoice] = useState(allActivity)
  return (
    <div className="grid gap-6">
      <ActivityFilterForm choice={choice} onChange={setChoice} />
      {!isBackwards(choice) && <Found choice={choice} onClear={() => setChoice(allActivity)} />}
    </div>
  )
}

type FoundProps = { choice: ActivityFilter; onClear(): void }

function Found({ choice, onClear }: FoundProps) {
  const list = useInfiniteQuery(activityQuery(choice))
  const { data, error } = list
  const { locale, timeZone } = useUser()
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void list.refetch()} />
  if (!data) return <SkeletonList sizes={['h-14', 'h-14', 'h-14', 'h-14', 'h-14']} />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <EmptyState
        title={t`No matching activity`}
        body={t`Choose other dates or remove a filter.`}
        action={<Button onPress={onClear}>{t`Show all activity`}</Button>}
      />
    )
  }
  return (
    <>
      {activityDays(items, timeZone).map(({ day, groups }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className="font-semibold text-muted text-sm">
            {formatWeekday(day, locale)}
          </h3>
          <ol className="mt-1 divide-y divide-line border-line border-y">
            {groups.map((group) => (
              <ActivityRow key={group[0].id} group={group} />
            ))}
          </ol>
        </section>
      ))}
      <ListEnd query={list} label={t`Show earlier`} />
      {!list.hasNextPage && (
        <p className="text-muted text-sm">
          {isAll(choice)
            ? t`This is everything since you created your account.`
            : t`There is no earlier activity that matches.`}
        </p>
      )}
      <Copies choice={choice} />
    </>
  )
}

function isAll(choice: ActivityFilter): boolean {
  return Object.values(choice).every((value) => value === null || value === false)
}

/** The same rows as the server's CSV. */
async function saveActivityWorkbook(choice: ActivityFilter, today: string): Promise<void> {
  try {
    const answer = await fetch(activityFileUrl(choice, 'csv'))
    if (!answer.ok) throw new Error('It was refused')
    const [{ saveList }, { default: Papa }] = await Promise.all([
      import('#web/files/list-file-sheet.ts'),
      import('papaparse'),
    ])
    const { data } = Papa.parse<string[]>((await answer.text()).replace(/^\uFEFF/, ''), {
      skipEmptyLines: true,
    })
    const plain = data.map((row) =>
      row.map((cell) => (/^'/.test(cell) && formula.test(cell.slice(1)) ? cell.slice(1) : cell)),
    )
    const [header = [], ...rows] = plain
    await saveList({ header, rows }, { name: 'activity', title: t`Activity`, today, format: 'xlsx' })
  } catch {
    showToast({ title: t`This list could not be exported`, description: t`Try again in a moment.` })
  }
}

/** Everything that matches the filters, across all pages. */
function Copies({ choice }: { choice: ActivityFilter }) {
  const today = useToday()
  return (
    <section aria-labelledby="activity-copy" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="activity-copy" className="text-lg">{t`Download a copy`}</h3>
        <p className="text-muted">
          {isAll(choice)
            ? t`All of your activity, with sessions and browsers.`
            : t`The activity that matches your filters, with sessions and browsers.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={activityFileUrl(choice, 'csv')}
          download
          onClick={(event) => void saveLinked(event)}
          className={buttonClass()}
        >
          <Download aria-hidden className="size-5" />
          {t`Spreadsheet (CSV)`}
        </a>
        <Button onPress={() => void saveActivityWorkbook(choice, today)}>
          <Download aria-hidden className="size-5" />
          {t`Excel (XLSX)`}
        </Button>
        <a
          href={activityFileUrl(choice, 'json')}
          download
          onClick={(event) => void saveLinked(event)}
          className={buttonClass({ tone: 'quiet' })}
        >{t`Data (JSON)`}</a>
      </div>
    </section>
  )
}
