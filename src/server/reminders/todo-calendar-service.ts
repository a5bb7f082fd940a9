import { type Feed, type FeedEntry, REFRESH_SECONDS } from './calendar-service.ts'

/** Octets of a line, without its end (RFC 5545, 3.1). */
const MOST_OCTETS = 75

/** Tasks in place of events, as iCalendar text, for reminder apps: due on the day, and done when nothing is left. */
export function todoCalendar({ language, description, stamp, entries }: Feed): string {
  const refresh = `PT${REFRESH_SECONDS / 3600}H`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Lanyard//Reminders//${language.toUpperCase()}`,
    'NAME:Lanyard',
    'X-WR-CALNAME:Lanyard',
    `X-WR-CALDESC:${escaped(description)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...entries.flatMap((entry) => linesOf(entry, stamp)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf({ id, dueOn, summary, description, isDone, alarms }: FeedEntry, stamp: Date): string[] {
  return [
    'BEGIN:VTODO',
    // Not the id of the event: an app may show both calendars.
    `UID:${id}-todo@lanyard`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DUE;VALUE=DATE:${dueOn.replaceAll('-', '')}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(isDone ? ['STATUS:COMPLETED', 'PERCENT-COMPLETE:100'] : ['STATUS:NEEDS-ACTION']),
    'CLASS:PRIVATE',
    ...alarms.flatMap(({ seconds, text }) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(text)}`,
      // A task without a start is measured from the day that it is due on.
      `TRIGGER;RELATED=END:${durationOf(seconds)}`,
      'END:VALARM',
    ]),
    'END:VTODO',
  ]
}

/** Such as `-P29DT15H`. */
function durationOf(seconds: number): string {
  const hours = Math.round(Math.abs(seconds) / 3600)
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  const time = rest > 0 || days === 0 ? `T${rest}H` : ''
  return `${seconds < 0 ? '-' : ''}P${days > 0 ? `${days}D` : ''}${time}`
}

/** RFC 5545, 3.3.11. Other control characters have no place in a text. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Breaks a line between characters, never within the octets of one. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > MOST_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += letter
    octets += size
  }
  return text
}
