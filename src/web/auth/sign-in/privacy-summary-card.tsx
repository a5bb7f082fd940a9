import { EyeOff, FileCheck, KeyRound, Trash2 } from 'lucide-react'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'

const promises = [
  {
    icon: EyeOff,
    title: 'Nobody looks over your shoulder',
    text: 'No employer’s view, no public profile, no ads and nothing that tracks you.',
  },
  {
    icon: FileCheck,
    title: 'What goes in comes out',
    text: 'Every document downloads again exactly as you put it in, byte for byte.',
  },
  {
    icon: KeyRound,
    title: 'Your password is not kept',
    text: 'Only a fingerprint of it is, and that cannot be turned back.',
  },
  {
    icon: Trash2,
    title: 'You can leave at any time',
    text: 'Delete the account in settings, and your credentials and files go with it.',
  },
]

/** What a wary nurse wants to know before she types a license number anywhere. Each sentence is true of the program. */
export function PromiseCard() {
  return (
    <aside aria-labelledby="promises-title" className="pb-16 lg:pb-24">
      <div className="mx-auto flex max-w-[30rem] flex-col">
        <BadgeStrap tone="neutral" className="h-14 lg:h-28" />
        <IdBadgeCard
          eyebrow="Yours alone"
          title={
            <h2 id="promises-title" className="text-xl">
              What you can count on
            </h2>
          }
        >
          <ul className="flex flex-col gap-4 pt-1">
            {promises.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex gap-3">
                <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
                <p>
                  <span className="block font-semibold">{title}</span>
                  <span className="text-muted">{text}</span>
                </p>
              </li>
            ))}
          </ul>
        </IdBadgeCard>
      </div>
    </aside>
  )
}
