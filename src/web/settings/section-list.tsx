import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { User } from '#shared/account/profile.ts'
import { languageNames } from '#shared/i18n/language.ts'
import { msg } from '#shared/i18n/translate.ts'
import { pageLanguage, t } from '#web/i18n/t.ts'
import { useOfflineState } from '#web/offline/offline-state.ts'

export const sections = [
  { id: 'profile', label: msg`Profile` },
  { id: 'language', label: msg`Language & time` },
  { id: 'reminders', label: msg`Reminders` },
  { id: 'offline', label: msg`Offline` },
  { id: 'security', label: msg`Security` },
  { id: 'activity', label: msg`Activity` },
  { id: 'trash', label: msg`Trash` },
  { id: 'account', label: msg`Data & account` },
] as const
export type SectionId = (typeof sections)[number]['id']

type Unsaved = { unsaved: readonly SectionId[] }

/** Beside the open section. */
export function SectionNav({ open, unsaved }: Unsaved & { open: SectionId | undefined }) {
  return (
    <nav aria-label={t`Settings`} className="flex flex-col gap-1 self-start">
      {sections.map(({ id, label }) => (
        <Link
          key={id}
          to="/settings"
          search={{ section: id }}
          aria-current={id === open ? 'page' : undefined}
          className={clsx(
            'inline-flex h-11 items-center gap-2 whitespace-nowrap border-l-3 border-transparent px-3 font-semibold no-underline transition-colors duration-150',
            'rounded-control focus-visible:-outline-offset-2',
            id === open
              ? 'rounded-l-none border-accent! bg-accent-soft text-ink'
              : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {t(label)}
          {unsaved.includes(id) && <UnsavedBadge />}
        </Link>
      ))}
    </nav>
  )
}

/** On a phone: each section with its state, or what is in it. */
export function SectionList({ user, unsaved }: Unsaved & { user: User | undefined }) {
  const { isKept } = useOfflineState()
  const states: Record<SectionId, string> = {
    profile: user ? user.name || user.email : '',
    language: languageNames[pageLanguage],
    reminders: t`When you are reminded, and where`,
    offline: isKept ? t`On for this device` : t`Off on this device`,
    security: t`Password, two-step verification, sign-ins`,
    activity: t`What happened in your account`,
    trash: t`Restore what you deleted`,
    account: t`Export, import, delete your account`,
  }
  return (
    <nav aria-label={t`Settings`} className="border-line border-t">
      {sections.map(({ id, label }) => (
        <Link
          key={id}
          id={`${id}-row`}
          to="/settings"
          search={{ section: id }}
          className="flex min-h-16 items-center gap-3 border-line border-b py-2 text-ink no-underline hover:bg-sunken"
        >
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2 font-semibold">
              {t(label)}
              {unsaved.includes(id) && <UnsavedBadge />}
            </span>
            <span className="block text-muted text-sm [overflow-wrap:anywhere]">{states[id]}</span>
          </span>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
        </Link>
      ))}
    </nav>
  )
}

function UnsavedBadge() {
  return (
    <span className="rounded-full bg-expiring-soft px-2 font-normal text-expiring text-sm">{t`unsaved`}</span>
  )
}
