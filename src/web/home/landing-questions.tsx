import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'

const questions: { question: string; answer: string | (() => ReactNode) }[] = [
  {
    question: msg`Who can see my data?`,
    answer: () => (
      <>
        <Trans>
          You, and whoever runs this installation: they can read what is on its server. Other users cannot. A
          share link shows only what you put into it, until it ends. There is no employer view and no public
          profile, and these pages load no ads, no analytics and nothing from other companies. If you prefer,
          you can run Lanyard yourself. Read more in the{' '}
          <Link to="/privacy-policy" className="text-accent-strong underline underline-offset-4">
            privacy policy
          </Link>
          .
        </Trans>
      </>
    ),
  },
  {
    question: msg`What does it cost?`,
    answer: msg`Nothing. Lanyard is free, open-source software. It runs on one computer and needs no paid service.`,
  },
  {
    question: msg`Can I take my data with me?`,
    answer: msg`Yes. One button exports everything: a web page you can read without Lanyard, spreadsheets, and each document exactly as you uploaded it. You can import the export into another Lanyard.`,
  },
  {
    question: msg`What happens if I forget?`,
    answer: msg`Lanyard reminds you on its screens and, as you choose, in your calendar, on your devices, and by email if this installation sends any. It does not renew anything for you, so keep the notices from your board turned on too.`,
  },
  {
    question: msg`Does it read my card for me?`,
    answer: msg`It can. A photo or PDF is read on your own device, and you check what it found before you save. Lanyard is in English and Spanish and knows the boards of the United States.`,
  },
  {
    question: msg`Does it belong to my employer?`,
    answer: msg`No. You register with your own email address, and the vault stays yours when you change jobs. Use a personal address, because you may lose a work address.`,
  },
  {
    question: msg`Does my board accept it as proof?`,
    answer: msg`No. Lanyard organizes what you enter and does not verify it with a board. Your board’s license lookup is the official source.`,
  },
]

export function LandingQuestions() {
  return (
    <section className="border-line border-t">
      <div className="mx-auto grid max-w-[1120px] gap-x-16 gap-y-8 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[1fr_2fr]">
        <h2 className="max-w-[16ch] text-2xl">{t`Questions before you enter a license number`}</h2>
        <div className="border-line border-t">
          {questions.map(({ question, answer }) => (
            <details key={question} className="group border-line border-b">
              <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold text-lg [&::-webkit-details-marker]:hidden">
                {t(question)}
                <ChevronDown
                  className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
                  aria-hidden
                />
              </summary>
              <p className="max-w-[62ch] pb-6 text-muted">
                {typeof answer === 'string' ? t(answer) : answer()}
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
