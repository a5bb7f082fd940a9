import { ScanText } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { groupClass } from '#web/ui/fields/field-class.ts'
import { sampleBadges } from './landing-sample-badges.ts'

/** Boards print cards in English. */
const printed = {
  ...{ board: 'Board of Nursing', name: 'ANN EXAMPLE', type: 'Registered Nurse' },
  ...{ number: 'License No.', expires: 'Exp.' },
}

/** The form of a new credential on a phone: a card was photographed, and what was read is in the fields. */
export function LandingReading() {
  const [badge] = useState(() => sampleBadges(new Date()).find(({ short }) => short === 'RN'))
  const date = badge?.date ?? ''
  const [year, month, day] = date.split('-')
  return (
    <section className="mx-auto grid max-w-[1120px] items-center gap-x-16 gap-y-10 px-4 pt-16 sm:px-6 sm:pt-24 lg:grid-cols-[1fr_360px]">
      <div className="flex max-w-[34rem] flex-col gap-3">
        <h2 className="text-2xl">{t`Take a photo, and the fields fill in`}</h2>
        <p className="text-lg text-muted">
          <Trans>
            Lanyard reads licenses, cards and course certificates on your own device. It marks what it read,
            so that you can check it before you save.
          </Trans>
        </p>
      </div>
      <figure
        role="img"
        aria-label={t`Example: a phone shows the photo of a nursing license of Ann Example. License type, state, number and expiration date are filled in from it, each with a note to check it.`}
        className="mx-auto w-full max-w-[340px]"
      >
        <div aria-hidden className="rounded-[44px] border-[10px] border-line-strong bg-paper p-4 shadow-card">
          <span className="mx-auto mb-4 block h-1.5 w-20 rounded-full bg-line-strong" />
          {/* Printed on paper: the same in a dark theme. */}
          <div className="-rotate-1 rounded-card bg-[#fbf7ee] p-4 text-[#1b2a33] text-sm leading-6 shadow-card">
            <p className="border-[#1b2a33]/25 border-b pb-1 font-bold uppercase tracking-wide">
              <Mark>Texas</Mark> {printed.board}
            </p>
            <p className="pt-2 font-semibold">{printed.name}</p>
            <p>
              <Mark>{printed.type}</Mark>
            </p>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span>
                {printed.number} <Mark>000123</Mark>
              </span>
              <span>
                {printed.expires} <Mark>{`${month}/${day}/${year}`}</Mark>
              </span>
            </p>
          </div>
          <div className="mt-5 grid gap-4">
            <ReadField label={t`License type`} value="RN" />
            <ReadField label={t`State`} value={t`Texas`} />
            <ReadField label={t`Number`} value="000123" />
            <ReadField label={t`Expires on`} value={formatDate(date, t.locale)} />
          </div>
        </div>
      </figure>
    </section>
  )
}

/** Where something was read. */
function Mark({ children }: { children: string }) {
  return (
    <span className="rounded-[4px] bg-[#0b7285]/12 outline-2 outline-[#0b7285] outline-offset-1">
      {children}
    </span>
  )
}

function ReadField({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="font-semibold text-sm">{label}</span>
      <span className={`px-3 ${groupClass}`}>{value}</span>
      <span className="flex items-start gap-1 text-muted text-sm leading-5">
        <ScanText className="mt-0.5 size-4 shrink-0" />
        {t`Read from your file – check it`}
      </span>
    </div>
  )
}
