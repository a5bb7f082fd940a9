const steps = [
  {
    title: 'Add what you have',
    body: 'Take a photo of the card, drop in the PDF, or type the details. Your document is stored exactly as you uploaded it.',
  },
  {
    title: 'Check the dates',
    body: 'Pick the credential from a list and we suggest its usual expiration date. You can change every field.',
  },
  {
    title: 'See what expires next',
    body: 'Each badge shows its status as a word, a color and a shape. The nearest date comes first.',
  },
]

/** Three steps, clipped to one strap. */
export function LandingSteps() {
  return (
    <section id="how-it-works" className="scroll-mt-16 border-line border-y bg-sunken">
      <div className="mx-auto flex max-w-[1120px] flex-col gap-10 px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="max-w-[24ch] text-2xl">From a drawer of cards to one place in three steps</h2>
        <ol className="ml-4 grid gap-8 border-accent border-l-3 md:ml-0 md:grid-cols-3 md:gap-12 md:border-t-3 md:border-l-0">
          {steps.map(({ title, body }, index) => (
            <li key={title} className="relative flex flex-col gap-2 pl-9 md:pt-12 md:pl-0">
              <span
                aria-hidden
                className="absolute top-0 -left-[17px] grid size-8 place-items-center rounded-[9px] border-2 border-accent bg-surface font-bold text-accent-strong md:-top-[17px] md:left-0"
              >
                {index + 1}
              </span>
              <h3 className="text-lg">{title}</h3>
              <p className="max-w-[36ch] text-muted">{body}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
