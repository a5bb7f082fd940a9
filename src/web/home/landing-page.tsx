import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SignUpPolicyView } from '#web/auth/sign-up-policy-view.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { LandingBadges } from './landing-badges.tsx'
import { LandingCalendar } from './landing-calendar.tsx'
import { LandingQuestions } from './landing-questions.tsx'
import { LandingReading } from './landing-reading.tsx'
import { LandingSteps } from './landing-steps.tsx'

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
