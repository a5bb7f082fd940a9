import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { meQuery } from '#web/account/api.ts'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { useMedia, WIDE } from '#web/ui/use-media.ts'
import { type SectionId, SectionList, SectionNav, sections } from './section-list.tsx'
import { ThemeField } from './theme-field.tsx'

// A phone shows the list of sections first; each section comes when it is opened.
const ProfileForm = lazyPart(() => import('#web/account/profile-form.tsx'), 'ProfileForm', SectionSkeleton)
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

export function SettingsPage() {
  const { section } = useSearch({ from: '/settings' })
  // Where the list of sections is beside the open one; on a narrower screen each is a page of its own.
  const isWide = useMedia(WIDE)
  const asked = sections.find(({ id }) => id === section)
  const open = asked ?? (isWide || section !== undefined ? sections[0] : undefined)
  const [unsaved, setUnsaved] = useState<readonly SectionId[]>([])
  const { data: user, error, refetch } = useQuery(meQuery)
  useSectionFocus(open?.id, !isWide)

  function handleDirty(id: SectionId, isDirty: boolean) {
    setUnsaved((before) => {
      if (before.includes(id) === isDirty) return before
      return isDirty ? [...before, id] : before.filter((one) => one !== id)
    })
  }

  return (
    <Page
      title={asked ? `${t(asked.label)} · ${t`Settings`}` : t`Settings`}
      heading={open && !isWide ? <BackLink /> : t`Settings`}
      isDense={!isWide}
    >
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,34rem)]">
        {isWide && <SectionNav open={open?.id} unsaved={unsaved} />}
        {!isWide && !open && <SectionList user={user} unsaved={unsaved} />}
        <div className="min-w-0 pb-8" hidden={!open}>
          {user ? (
            <Sections user={user} open={open?.id} onDirtyChange={handleDirty} />
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

/** The way back to the list, as the heading of a section on a phone: the section's own heading is below. */
function BackLink() {
  return (
    <Link
      to="/settings"
      className="-ml-1.5 inline-flex min-h-11 items-center gap-1 text-accent-strong text-base no-underline hover:underline"
    >
      <ChevronLeft aria-hidden className="size-5" />
      {t`Settings`}
    </Link>
  )
}

/** On a phone the focus goes to the section that is opened, and back to its row in the list. */
function useSectionFocus(open: SectionId | undefined, isActive: boolean) {
  const before = useRef(open)
  useEffect(() => {
    const left = before.current
    before.current = open
    if (!isActive || left === open) return
    document.getElementById(open ? `${open}-title` : `${left}-row`)?.focus()
  }, [open, isActive])
}

type SectionsProps = {
  user: User
  /** None while a phone shows the list. */
  open: SectionId | undefined
  onDirtyChange: (id: SectionId, isDirty: boolean) => void
}

/** Once opened, the three forms stay mounted while another section is open, so that they keep their input. */
function Sections({ user, open, onDirtyChange }: SectionsProps) {
  const [opened, setOpened] = useState<readonly SectionId[]>([])
  if (open && !opened.includes(open)) setOpened([...opened, open])
  return (
    <>
      <Section id="profile" open={open} title={t`Your profile`}>
        {opened.includes('profile') && (
          <ProfileForm user={user} onDirtyChange={(isDirty) => onDirtyChange('profile', isDirty)} />
        )}
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
        {open === 'reminders' && (
          <div className="grid grid-cols-1 gap-3">
            <h3 className="text-lg">{t`Where to send reminders`}</h3>
            <ReminderChannelList user={user} />
          </div>
        )}
        {opened.includes('reminders') && (
          <div className="grid grid-cols-1 gap-3">
            <h3 className="text-lg">{t`When to remind you`}</h3>
            <ReminderSettingsForm
              user={user}
              onDirtyChange={(isDirty) => onDirtyChange('reminders', isDirty)}
            />
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

type SectionProps = {
  id: SectionId
  open: SectionId | undefined
  title: string
  intro?: string
  children: ReactNode
}

function Section({ id, open, title, intro, children }: SectionProps) {
  const isOffline = useIsOffline()
  // Keeps input when the connection is lost.
  const [wasOffline] = useState(isOffline)
  return (
    <section aria-labelledby={`${id}-title`} hidden={id !== open}>
      <div className="grid gap-6">
        <header className="grid gap-1">
          <h2 id={`${id}-title`} tabIndex={-1} className="text-xl outline-none">
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
