import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

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
export function LandingSteps() {
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
