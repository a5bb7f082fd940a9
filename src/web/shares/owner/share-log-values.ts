import { dateCell, type ListTable } from '#shared/files/list-file.ts'
import { msg } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { formatZonedTime } from '#shared/kernel/format-date.ts'
import { t } from '#web/i18n/t.ts'
import { listEveryShareEvent } from './api.ts'
import type { DateContext } from './share-list-text.ts'
import { eventText, visitorText } from './share-log-text.ts'

const header = [msg`Date`, msg`Time`, msg`What happened`, msg`Visitor`]

/** The whole access log of a link, newest first, at the owner's hour. */
export async function shareLogTable(id: string, dates: DateContext): Promise<ListTable> {
  const rows = (await listEveryShareEvent(id)).map((event) => [
    dateCell(todayIn(new Date(event.at), dates.timeZone)),
    ...[formatZonedTime(event.at, dates), eventText(event), visitorText(event)],
  ])
  return { header: header.map((name) => t(name)), rows }
}
