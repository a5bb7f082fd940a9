import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'Who can see what I put in?',
    answer: (
      <>
        You. There is no employer's view and no public profile, and these pages load no ads, no analytics and
        nothing from other companies. One honest limit: Lanyard runs on somebody's computer, and whoever runs
        it could reach what is stored there. If you would rather that were you, you can run it yourself. More
        in the{' '}
        <Link to="/privacy-policy" className="text-accent-strong underline underline-offset-4">
          privacy policy
        </Link>
        .
      </>
    ),
  },
  {
    question: 'What does it cost?',
    answer:
      'Nothing. Lanyard is free and open software. Running it takes one computer and no other service to rent or sign up for.',
  },
  {
    question: 'Can I leave with everything?',
    answer:
      'Yes. One button exports all of it: a page that reads without Lanyard, spreadsheets, and each document byte for byte as you put it in. Another Lanyard can take it in again.',
  },
  {
    question: 'What happens if I forget?',
    answer:
      'Lanyard keeps watch: whenever you open it, you see what lapses next and how many days are left. It does not renew anything for you, so leave the notices of your board switched on too.',
  },
  {
    question: "Is it my employer's?",
    answer:
      'No. You register with your own email address, and the vault stays yours when you change jobs. A private address is better than a work one, because you keep it.',
  },
  {
    question: 'Does my board accept it as proof?',
    answer:
      'No. Lanyard keeps and sorts what you enter; it does not ask a board whether it is so. The register of your board remains the place where a license counts.',
  },
]

export function LandingQuestions() {
  return (
    <section className="border-line border-t">
      <div className="mx-auto grid max-w-[1120px] gap-x-16 gap-y-8 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[1fr_2fr]">
        <h2 className="max-w-[16ch] text-2xl">Fair questions before you hand over a license number</h2>
        <div className="border-line border-t">
          {questions.map(({ question, answer }) => (
            <details key={question} className="group border-line border-b">
              <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold text-lg [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown
                  className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
                  aria-hidden
                />
              </summary>
              <p className="max-w-[62ch] pb-6 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
