import { clsx } from 'clsx'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Status } from '#shared/credentials/status.ts'
import { msg } from '#shared/i18n/translate.ts'
import { StatusBadge } from '#web/credentials/status-badge.tsx'
import { formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { sampleBadges } from './landing-sample-badges.ts'

const columns = [
  'col-start-1',
  'col-start-2',
  'col-start-3',
  'col-start-4',
  'col-start-5',
  'col-start-6',
  'col-start-7',
  'col-start-8',
  'col-start-9',
  'col-start-10',
  'col-start-11',
  'col-start-12',
]

const looks = {
  active: { Shape: CircleCheck, strap: 'text-active', box: 'bg-active-soft text-active' },
  renewal_due: { Shape: Clock, strap: 'text-renewal', box: 'bg-renewal-soft text-renewal' },
  expiring_soon: { Shape: TriangleAlert, strap: 'text-expiring', box: 'bg-expiring-soft text-expiring' },
}

const meanings: { status: Status; when: string }[] = [
  { status: 'active', when: msg`more than 60 days left, or it never expires` },
  { status: 'renewal_due', when: msg`31 to 60 days left: time to start` },
  { status: 'expiring_soon', when: msg`30 days or less: renew now` },
  { status: 'expired', when: msg`the date has passed` },
]

/** A year of sample expirations, with an explanation of the four statuses. */
export function LandingCalendar() {
  const [now] = useState(() => new Date())
  const badges = sampleBadges(now)
  const next = badges[0]
  return (
    <section className="mx-auto flex max-w-[1120px] flex-col gap-12 px-4 py-16 sm:px-6 sm:py-24">
      <div className="flex max-w-[44rem] flex-col gap-3">
        <h2 className="text-2xl">{t`Know where you stand at a glance`}</h2>
        <p className="max-w-[62ch] text-lg text-muted">
          <Trans>
            Open Lanyard and the first thing you see is whether you are clear to work by the dates you
            entered, and your next step. Below it is the whole year.
          </Trans>
        </p>
      </div>
      <figure className="flex flex-col gap-6 rounded-card border border-line bg-surface p-5 shadow-card sm:p-8">
        <figcaption className="text-xl">
          <Trans>
            Next is your <strong className="font-semibold">{[next?.title]}</strong> card,{' '}
            <span className="text-expiring sm:whitespace-nowrap">{[formatDays(next?.days ?? 0)]}</span>
          </Trans>
        </figcaption>
        <YearCalendar now={now} />
      </figure>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-8 lg:grid-cols-4">
        {meanings.map(({ status, when }) => (
          <div key={status} className="flex flex-col gap-2">
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="text-muted">{t(when)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function YearCalendar({ now }: { now: Date }) {
  const first = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const months = columns.map(
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1)),
  )
  return (
    <div className="grid grid-cols-12 border-accent border-t-3">
      {sampleBadges(now).map(({ short, status, date }, index) => {
        const column = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - first
        const { Shape, ...look } = looks[status]
        return (
          <div key={short} className={clsx('row-start-1 flex flex-col items-center', columns[column])}>
            <span
              className={clsx('w-1.5 bg-current', look.strap, index % 2 === 0 ? 'h-7' : 'h-20 sm:h-14')}
            />
            <span
              className={clsx(
                'grid size-8 place-items-center sm:size-9 rounded-control border border-current',
                look.box,
              )}
            >
              <Shape className="size-5" aria-hidden />
            </span>
            <span className="pt-1 font-semibold text-ink text-sm">{short}</span>
          </div>
        )
      })}
      {months.map((month, index) => (
        <span
          key={month.getTime()}
          className={clsx('row-start-2 pt-4 text-center text-muted text-sm', columns[index])}
        >
          <span className="hidden sm:inline">{name(month, 'short')}</span>
          <span className="sm:hidden" aria-hidden>
            {name(month, 'narrow')}
          </span>
        </span>
      ))}
    </div>
  )
}

function name(month: Date, style: 'short' | 'narrow'): string {
  return new Intl.DateTimeFormat(t.locale, { month: style, timeZone: 'UTC' }).format(month)
}
