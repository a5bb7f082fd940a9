import { EyeOff, FileCheck, KeyRound, Trash2 } from 'lucide-react'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'

const promises = [
  {
    icon: EyeOff,
    title: msg`Other users cannot see your vault`,
    text: msg`No public profile, no ads and no tracking. Only whoever runs this installation has access to its server.`,
  },
  {
    icon: FileCheck,
    title: msg`Your files stay your files`,
    text: msg`Every document downloads exactly as you uploaded it.`,
  },
  {
    icon: KeyRound,
    title: msg`We don’t store your password`,
    text: msg`We store a one-way hash, never the password.`,
  },
  {
    icon: Trash2,
    title: msg`You can leave at any time`,
    text: msg`Delete your account in Settings, and your credentials and files are deleted with it.`,
  },
]

/** Answers to common questions before entering a license number. Each sentence must stay true of the code. */
export function PrivacySummaryCard() {
  return (
    <aside aria-labelledby="privacy-title" className="pb-16 lg:pb-24">
      <div className="mx-auto flex max-w-[30rem] flex-col">
        <BadgeStrap tone="neutral" className="h-14 lg:h-28" />
        <IdBadgeCard
          eyebrow={t`Your data`}
          title={<h2 id="privacy-title" className="text-xl">{t`What you can count on`}</h2>}
        >
          <ul className="flex flex-col gap-4 pt-1">
            {promises.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex gap-3">
                <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
                <p>
                  <span className="block font-semibold">{t(title)}</span>
                  <span className="text-muted">{t(text)}</span>
                </p>
              </li>
            ))}
          </ul>
        </IdBadgeCard>
      </div>
    </aside>
  )
}
