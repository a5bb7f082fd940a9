import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import { SignUpPolicyView } from '#web/auth/sign-up-policy-view.tsx'
import { StatusBadge, statusTone } from '#web/credentials/status-badge.tsx'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'
import { LandingCalendar } from './landing-calendar.tsx'
import { LandingQuestions } from './landing-questions.tsx'
import { LandingReading } from './landing-reading.tsx'
import { type SampleBadge, sampleBadges } from './landing-sample-badges.ts'

/** The landing page: what Lanyard is, what it looks like, how it works, and answers to common questions. */
export function LandingPage() {
  useEffect(() => {
    document.title = t`Lanyard - every nursing credential in one place`
  }, [])
  return (
    <div className="overflow-x-clip">
      <section className="mx-auto grid max-w-[1120px] gap-x-12 px-4 sm:px-6 lg:min-h-[640px] lg:grid-cols-[1fr_540px]">
        <div className="flex flex-col items-start gap-6 pt-12 pb-10 sm:pt-20 lg:pt-28 lg:pb-24">
          <h1 className="text-hero">{t`All your nursing credentials in one place.`}</h1>
          <p className="max-w-[34rem] text-lg text-muted">
            <Trans>
              Lanyard is a private vault for nurses. Keep each license, certification and CE certificate once,
              see what expires next, be reminded in time, and share proof with a link.
            </Trans>
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Link
              to="/login"
              search={{ mode: 'register' }}
              className={buttonClass({ tone: 'primary' })}
            >{t`Get started`}</Link>
            <a href="#how-it-works" className={buttonClass({ tone: 'quiet' })}>{t`How it works`}</a>
          </div>
          <SignUpPolicyView />
        </div>
        <LandingBadges />
      </section>
      <LandingSteps />
      <LandingReading />
      <LandingCalendar />
      <LandingQuestions />
    </div>
  )
}

const steps = [
  {
    title: msg`Add what you have`,
    body: msg`Take a photo of the card or drop in the PDF. Lanyard reads it, you check the fields, and your document is kept exactly as you uploaded it.`,
  },
  {
    title: msg`Stay ahead`,
    body: msg`Reminders come before a date does. Log each course once: its hours and topics are counted by the rule of your board, with its source.`,
  },
  {
    title: msg`Prove it`,
    body: msg`Send a link that shows only what you choose and that you can end at any time, or all CE certificates as one packet for an audit.`,
  },
]

/** Three steps, clipped to one strap. */
function LandingSteps() {
  return (
    <section id="how-it-works" className="scroll-mt-16 border-line border-y bg-sunken">
      <div className="mx-auto flex max-w-[1120px] flex-col gap-10 px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="max-w-[24ch] text-2xl">{t`From a drawer of cards to proof in three steps`}</h2>
        <ol className="ml-4 grid gap-8 border-accent border-l-3 md:ml-0 md:grid-cols-3 md:gap-12 md:border-t-3 md:border-l-0">
          {steps.map(({ title, body }, index) => (
            <li key={title} className="relative flex flex-col gap-2 pl-9 md:pt-12 md:pl-0">
              <span
                aria-hidden
                className="absolute top-0 -left-[17px] grid size-8 place-items-center rounded-[9px] border-2 border-accent bg-surface font-bold text-accent-strong md:-top-[17px] md:left-0"
              >
                {index + 1}
              </span>
              <h3 className="text-lg">{t(title)}</h3>
              <p className="max-w-[36ch] text-muted">{t(body)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

// On wide screens the badges hang from the top bar. On phones they form a stack, the next to expire first.
const places = [
  { item: 'lg:left-[288px] lg:w-[252px] lg:rotate-[1.4deg]', strap: 'h-12 lg:h-[132px]' },
  { item: 'lg:left-0 lg:w-[252px] lg:-rotate-1', strap: 'hidden lg:flex lg:h-20' },
  { item: 'lg:left-[110px] lg:w-[320px] lg:-rotate-[0.3deg] z-10', strap: 'hidden lg:flex lg:h-[336px]' },
]

function LandingBadges() {
  const [badges] = useState(() => sampleBadges(new Date()).slice(0, places.length))
  return (
    <ul
      aria-label={t`Example vault`}
      className="relative mx-auto flex w-full max-w-[420px] flex-col border-accent border-t-3 pb-12 lg:mx-0 lg:max-w-none lg:border-none lg:pb-0"
    >
      {badges.map((badge, index) => (
        <li
          key={badge.short}
          className={clsx(
            'flex origin-top flex-col max-lg:not-first:mt-3 lg:absolute lg:top-0',
            places[index]?.item,
          )}
        >
          <BadgeStrap tone={statusTone(badge.status)} className={places[index]?.strap} />
          <Card badge={badge} isInFront={index === places.length - 1} />
        </li>
      ))}
    </ul>
  )
}

function Card({ badge, isInFront }: { badge: SampleBadge; isInFront: boolean }) {
  const { status, title, issuer, date, days } = badge
  return (
    <IdBadgeCard eyebrow={issuer} title={title}>
      <StatusBadge status={status} />
      {isInFront && (
        <p className="flex justify-between gap-4">
          <span className="text-muted">{t`License number`}</span>
          <span>•••• 4417</span>
        </p>
      )}
      <p className="flex justify-between gap-4">
        {isInFront && <span className="text-muted">{t`Expires`}</span>}
        <span>
          {formatDate(date, t.locale)} <span className="text-muted">· {formatDays(days)}</span>
        </span>
      </p>
      {isInFront && (
        <p className="flex items-center gap-2 border-line border-t pt-3 text-muted text-sm">
          <Paperclip className="size-4" aria-hidden />
          rn-license-card.pdf
        </p>
      )}
    </IdBadgeCard>
  )
}
