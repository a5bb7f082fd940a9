import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { msg } from '#shared/i18n/translate.ts'
import { meQuery } from '#web/account/api.ts'
import { ProfileForm } from '#web/account/profile-form.tsx'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { ThemeField } from './theme-field.tsx'

// The first section comes with the page, the others when they are opened.
const LocaleForm = lazyPart(() => import('#web/account/locale-form.tsx'), 'LocaleForm', SectionSkeleton)
const ReminderSettingsForm = lazyPart(
  () => import('#web/reminders/reminder-settings-form.tsx'),
  'ReminderSettingsForm',
  SectionSkeleton,
)
const ActivityList = lazyPart(
  () => import('#web/activity/activity-list.tsx'),
  'ActivityList',
  SectionSkeleton,
)
const SecurityView = lazyPart(
  () => import('#web/auth/security/security-view.tsx'),
  'SecurityView',
  SectionSkeleton,
)
const ReminderChannelList = lazyPart(
  () => import('#web/reminders/reminder-channel-list.tsx'),
  'ReminderChannelList',
  () => <Skeleton className="h-18" />,
)
const PassList = lazyPart(
  () => import('#web/passes/pass-list.tsx'),
  'PassList',
  () => <Skeleton className="h-16" />,
)
const OfflineSettingsView = lazyPart(
  () => import('#web/offline/offline-settings-view.tsx'),
  'OfflineSettingsView',
  SectionSkeleton,
)
const TrashList = lazyPart(() => import('#web/trash/trash-list.tsx'), 'TrashList', SectionSkeleton)
const DataAndAccountView = lazyPart(
  () => import('./data-and-account-view.tsx'),
  'DataAndAccountView',
  SectionSkeleton,
)

const sections = [
  { id: 'profile', label: msg`Profile` },
  { id: 'language', label: msg`Language & time` },
  { id: 'reminders', label: msg`Reminders` },
  { id: 'offline', label: msg`Offline` },
  { id: 'security', label: msg`Security` },
  { id: 'activity', label: msg`Activity` },
  { id: 'trash', label: msg`Trash` },
  { id: 'account', label: msg`Data & account` },
] as const
type SectionId = (typeof sections)[number]['id']

export function SettingsPage() {
  const { section } = useSearch({ from: '/settings' })
  const open = sections.find(({ id }) => id === section)?.id ?? 'profile'
  const [unsaved, setUnsaved] = useState<readonly SectionId[]>([])
  const { data: user, error, refetch } = useQuery(meQuery)

  function handleDirty(id: SectionId, isDirty: boolean) {
    setUnsaved((before) => {
      if (before.includes(id) === isDirty) return before
      return isDirty ? [...before, id] : before.filter((one) => one !== id)
    })
  }

  return (
    <Page title={t`Settings`}>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,34rem)]">
        <SectionNav open={open} unsaved={unsaved} />
        <div className="min-w-0 pb-8">
          {user ? (
            <Sections user={user} open={open} onDirtyChange={handleDirty} />
          ) : error ? (
            <ProblemNote problem={error} onRetry={() => void refetch()} />
          ) : (
            <SectionSkeleton />
          )}
        </div>
      </div>
      <UnsavedChangesGuard isDirty={unsaved.length > 0} />
    </Page>
  )
}

function SectionNav({ open, unsaved }: { open: SectionId; unsaved: readonly SectionId[] }) {
  const current = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the row of sections is wider than the window
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav
      aria-label={t`Settings`}
      className="scrolls-sideways -mx-4 flex gap-1 px-4 max-lg:border-line max-lg:border-b lg:mx-0 lg:flex-col lg:self-start lg:px-0"
    >
      {sections.map(({ id, label }) => (
        <Link
          key={id}
          ref={id === open ? current : undefined}
          to="/settings"
          search={{ section: id }}
          aria-current={id === open ? 'page' : undefined}
          className={clsx(
            'inline-flex h-11 shrink-0 items-center gap-2 whitespace-nowrap px-3 font-semibold no-underline transition-colors duration-150',
            'border-transparent focus-visible:-outline-offset-2 max-lg:border-b-3 lg:rounded-control lg:border-l-3',
            id === open
              ? 'border-accent! text-ink lg:rounded-l-none lg:bg-accent-soft'
              : 'text-muted hover:text-ink lg:hover:bg-sunken',
          )}
        >
          {t(label)}
          {unsaved.includes(id) && (
            <span className="rounded-full bg-expiring-soft px-2 font-normal text-expiring text-sm">{t`unsaved`}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

type SectionsProps = {
  user: User
  open: SectionId
  onDirtyChange: (id: SectionId, isDirty: boolean) => void
}

/** Once opened, the three forms stay mounted while another section is open, so that they keep their input. */
function Sections({ user, open, onDirtyChange }: SectionsProps) {
  const [opened, setOpened] = useState<readonly SectionId[]>([open])
  if (!opened.includes(open)) setOpened([...opened, open])
  return (
    <>
      <Section id="profile" open={open} title={t`Your profile`}>
        <ProfileForm user={user} onDirtyChange={(isDirty) => onDirtyChange('profile', isDirty)} />
      </Section>
      <Section
        id="language"
        open={open}
        title={t`Language and time`}
        intro={t`These settings change the language, and how dates, numbers and days left are shown.`}
      >
        {opened.includes('language') && (
          <LocaleForm user={user} onDirtyChange={(isDirty) => onDirtyChange('language', isDirty)} />
        )}
        <ThemeField />
      </Section>
      <Section
        id="reminders"
        open={open}
        title={t`Reminders`}
        intro={t`Each reminder is sent once. You can dismiss or snooze a reminder where it appears.`}
      >
        {opened.includes('reminders') && (
          <ReminderSettingsForm
            user={user}
            onDirtyChange={(isDirty) => onDirtyChange('reminders', isDirty)}
          />
        )}
        {open === 'reminders' && (
          <div className="mt-2 grid grid-cols-1 gap-3">
            <h2 className="text-xl">{t`Where to send reminders`}</h2>
            <ReminderChannelList user={user} />
          </div>
        )}
      </Section>
      {open === 'offline' && (
        <Section id="offline" open={open} title={t`Offline`}>
          <OfflineSettingsView />
        </Section>
      )}
      {open === 'security' && (
        <Section id="security" open={open} title={t`Security`}>
          <SecurityView user={user} />
          {(siteConfig.hasApplePass || siteConfig.hasGooglePass) && <PassList />}
        </Section>
      )}
      {open === 'activity' && (
        <Section
          id="activity"
          open={open}
          title={t`Account activity`}
          intro={t`Only you can see this. If you see something you did not do, change your password. That signs out all other devices.`}
        >
          <ActivityList />
        </Section>
      )}
      {open === 'trash' && (
        <Section
          id="trash"
          open={open}
          title={t`Trash`}
          intro={t`You can restore deleted items for 30 days. Files in the trash count toward your 5 GB limit.`}
        >
          <TrashList />
        </Section>
      )}
      {open === 'account' && (
        <Section
          id="account"
          open={open}
          title={t`Your data is yours`}
          intro={t`Export your data, import it from another Lanyard, or delete your account.`}
        >
          <DataAndAccountView user={user} />
        </Section>
      )}
    </>
  )
}

type SectionProps = { id: SectionId; open: SectionId; title: string; intro?: string; children: ReactNode }

function Section({ id, open, title, intro, children }: SectionProps) {
  const isOffline = useIsOffline()
  // Keeps input when the connection is lost.
  const [wasOffline] = useState(isOffline)
  return (
    <section aria-labelledby={`${id}-title`} hidden={id !== open}>
      <div className="grid gap-6">
        <header className="grid gap-1">
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          {intro && <p className="max-w-[62ch] text-muted">{intro}</p>}
        </header>
        {isOffline && wasOffline && id !== 'offline' ? (
          <p>{t`These settings need a connection.`}</p>
        ) : (
          children
        )}
      </div>
    </section>
  )
}

/** Keeps the footer below the window, so that a section that loads does not push it away. */
function SectionSkeleton() {
  return (
    <div className="grid min-h-dvh content-start gap-6">
      <Skeleton className="h-8 w-64" />
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-18" />
      ))}
    </div>
  )
}
