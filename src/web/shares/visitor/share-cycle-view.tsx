import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { shortUnitName } from '#shared/ceu/unit-text.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import type { ViewCycle, ViewEntry } from '#shared/shares/view.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { SharedFiles } from './share-file-view.tsx'
import type { FileAccess } from './share-picture.tsx'
import { cycleCountText, viewTopicText } from './visitor-text.ts'

const SHOWN_FIRST = 20

type CycleProps = { cycle: ViewCycle; access: FileAccess; locale: string | null; as: 'h2' | 'h4' }

/** The hours of a cycle, its required topics and its entries. */
export function ShareCycleView({ cycle, access, locale, as: Title }: CycleProps) {
  const date = (value: string) => formatDate(value, locale)
  const { topics, entries } = cycle
  const title = titleText(cycle.title, t)
  return (
    <section aria-label={t`Continuing education: ${title}`} className="grid grid-cols-1 gap-5">
      <header className="border-accent border-t-4 pt-4">
        <p className="text-muted text-sm">{t`Continuing education`}</p>
        <Title className="font-semibold text-xl [overflow-wrap:anywhere]">{title}</Title>
        <p className="text-muted">{t`${date(cycle.cycleStart)} to ${date(cycle.cycleEnd)}`}</p>
      </header>
      <HoursBar cycle={cycle} />
      {topics.length > 0 && <Topics topics={topics} hoursName={cycle.hoursName} />}
      {cycle.caveats.length > 0 && <Caveats caveats={cycle.caveats} />}
      {entries.length > 0 ? (
        <EntryTable entries={entries} title={title} hoursName={cycle.hoursName} access={access} date={date} />
      ) : (
        <p className="text-muted">{t`No courses logged yet.`}</p>
      )}
    </section>
  )
}

function HoursBar({ cycle }: { cycle: ViewCycle }) {
  const { requiredHours, hoursCounted } = cycle
  const part = requiredHours ? Math.min(1, hoursCounted / requiredHours) : null
  return (
    <div className="grid max-w-[34rem] gap-2">
      <p className="font-semibold text-lg">{cycleCountText(cycle)}</p>
      {part !== null && (
        <svg aria-hidden="true" className="h-2.5 w-full rounded-full">
          <rect width="100%" height="100%" fill="var(--line)" />
          <rect
            width={`${part * 100}%`}
            height="100%"
            className={part === 1 ? 'text-active' : 'text-accent'}
            fill="currentColor"
          />
        </svg>
      )}
    </div>
  )
}

/** The sources of the requirements above. */
function Caveats({ caveats }: Pick<ViewCycle, 'caveats'>) {
  return (
    <section aria-label={t`About these requirements`} className="max-w-[70ch] text-muted text-sm">
      <p className="font-semibold">{t`About these requirements`}</p>
      <ul className="list-disc pl-5">
        {caveats.map((caveat) => (
          <li key={caveat}>{caveat}</li>
        ))}
      </ul>
    </section>
  )
}

function Topics({ topics, hoursName }: Pick<ViewCycle, 'topics' | 'hoursName'>) {
  return (
    <ul aria-label={t`Topics`} className="grid gap-x-8 sm:grid-cols-2">
      {topics.map((topic) => {
        const Icon = topic.isDone ? CircleCheck : CircleDashed
        return (
          <li key={topic.topic} className="flex gap-3 border-line border-t py-2.5">
            <Icon
              aria-hidden
              className={`mt-0.5 size-5 shrink-0 ${topic.isDone ? 'text-active' : 'text-renewal'}`}
            />
            <div className="min-w-0">
              <p className="font-semibold [overflow-wrap:anywhere]">{topic.topic}</p>
              <p className="text-muted text-sm">{viewTopicText(topic, hoursName)}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Printing shows all entries. */
function useShowAll(): [boolean, () => void] {
  const [isRequested, setRequested] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return [isRequested || isPrinting, () => setRequested(true)]
}

type EntryTableProps = {
  entries: ViewEntry[]
  title: string
  hoursName: string
  access: FileAccess
  date: (value: string) => string
}

function EntryTable({ entries, title, hoursName, access, date }: EntryTableProps) {
  const name = t(shortUnitName({ unit: hoursName }))
  const columnName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const [showsAll, showAll] = useShowAll()
  const shown = showsAll ? entries : entries.slice(0, SHOWN_FIRST)
  return (
    <div>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{t`Courses of ${title}, oldest first`}</caption>
        <thead>
          <tr className="border-line-strong border-b text-muted text-sm">
            <th
              scope="col"
              className="py-2 pr-4 font-semibold max-sm:hidden print:table-cell"
            >{t`Completed`}</th>
            <th scope="col" className="py-2 pr-4 font-semibold">{t`Course`}</th>
            <th scope="col" className="py-2 text-right font-semibold">
              {columnName}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two courses may be equal, and the list never changes
            <EntryRow key={at} entry={entry} access={access} date={date} />
          ))}
        </tbody>
      </table>
      {shown.length < entries.length && (
        <Button className="mt-3" onPress={showAll}>
          {t`Show all ${entries.length} courses`}
        </Button>
      )}
    </div>
  )
}

function EntryRow({ entry, access, date }: { entry: ViewEntry } & Pick<EntryTableProps, 'access' | 'date'>) {
  const { title, provider, providerNumber, hours, countedHours, topics } = entry
  return (
    <tr className="border-line border-b align-top">
      <td className="whitespace-nowrap py-3 pr-4 max-sm:hidden print:table-cell">
        {date(entry.completedAt)}
      </td>
      <td className="w-full py-3 pr-4">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        <p className="text-muted text-sm sm:hidden print:hidden">{date(entry.completedAt)}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {providerNumber === null ? provider : t`${provider} · provider number ${providerNumber}`}
        </p>
        {topics.length > 0 && (
          <p className="text-muted text-sm [overflow-wrap:anywhere]">{topics.join(' · ')}</p>
        )}
        <SharedFiles
          recordTitle={title}
          files={entry.files}
          withheld={entry.filesWithheld}
          access={access}
          isSmall
        />
      </td>
      <td className="py-3 text-right">
        <span className="font-semibold">{countedHours}</span>
        {countedHours !== hours && (
          <span className="block whitespace-nowrap text-muted text-sm">{t`of ${hours} earned`}</span>
        )}
      </td>
    </tr>
  )
}
