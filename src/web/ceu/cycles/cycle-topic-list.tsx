import { CircleCheck, CircleDashed } from 'lucide-react'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { hundredths } from '#shared/ceu/units.ts'

/** The required topics with completed and missing hours. "Met" is text and icon, not only a color. */
export function CycleTopicList({ cycle }: { cycle: CeuCycle }) {
  if (cycle.topics.length === 0) return <p className="text-muted">No required topics.</p>
  return (
    <ul aria-label="Topics" className="divide-y divide-line border-line border-y">
      {cycle.topics.map(({ topic, hours }, at) => {
        const done = cycle.topicsCompleted[at]
        const isMet = done?.isMet ?? false
        const Icon = isMet ? CircleCheck : CircleDashed
        return (
          <li key={topic} className="flex gap-3 py-2.5">
            <Icon
              aria-hidden
              className={`mt-0.5 size-5 shrink-0 ${isMet ? 'text-active' : 'text-renewal'}`}
            />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{topic}</p>
              <p className="text-muted text-sm">{topicText(hours, done?.hours ?? 0, isMet)}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** "Met · 2 of 2 hours", "Met · 5 hours, 2 required", "1 of 2 hours · 1 hour left", "One course is enough". */
export function topicText(asked: number | null, done: number, isMet: boolean): string {
  if (asked === null)
    return isMet ? `Met${done > 0 ? ` · ${hoursText(done)}` : ''}` : 'Missing · one course is enough'
  const count = `${done} of ${hoursText(asked)}`
  if (isMet) return done > asked ? `Met · ${hoursText(done)}, ${asked} required` : `Met · ${count}`
  return `${count} · ${hoursText((hundredths(asked) - hundredths(done)) / 100)} left`
}
