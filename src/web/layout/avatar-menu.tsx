import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { forgetDevice, readFlag } from '#web/offline/forget-device.ts'
import { deviceName, useOfflineState } from '#web/offline/offline-state.ts'
import { type SessionUser, sessionQuery, signOut } from '#web/session/session.ts'
import { PlainButton } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

const LogoutDialog = lazyPart(() => import('#web/offline/logout-dialog.tsx'), 'LogoutDialog')

/** "Logout returns to /." No data of the owner stays in memory. A failure is shown, and also rejects. */
function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const running = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })
    // They would reach the server after the session has ended.
    await queryClient.cancelQueries()
    try {
      await signOut()
    } catch (error) {
      showToast({ title: t`Logout failed`, description: failureText(error), tone: 'destructive' })
      void queryClient.refetchQueries({ predicate: (query) => running.includes(query) })
      throw error
    }
    await queryClient.cancelQueries()
    await forgetDevice()
    // First, so that every mounted screen updates; then the whole cache is cleared.
    queryClient.setQueryData(sessionQuery.queryKey, null)
    const left = navigate({ to: '/', ignoreBlocker: true })
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await left
  }
}

/** Without a connection the session continues; the data on this device can still be removed. */
function failureText(error: unknown): string {
  const { code, message } = toProblem(error)
  if (code !== 'unavailable' || readFlag().kind !== 'kept') return message
  return t`Lanyard cannot be reached, and only Lanyard can end your session. To remove what this ${deviceName()} keeps now, choose “Off” under Offline in Settings.`
}

export function AvatarMenu({ user }: { user: SessionUser }) {
  const logout = useLogout()
  const { waiting } = useOfflineState()
  const [isAsking, setAsking] = useState(false)
  const hasWaiting = waiting === null || waiting.length > 0
  const leave = () => void logout().catch(() => {})
  return (
    <>
      <Menu
        aria-label={t`Your account`}
        trigger={
          <PlainButton
            aria-label={t`${initials(user)}, account of ${user.name || user.email}`}
            className="cursor-pointer rounded-full"
          >
            <Avatar user={user} />
          </PlainButton>
        }
        items={[
          { id: 'settings', label: t`Settings`, icon: Settings, href: '/settings' },
          {
            id: 'logout',
            label: t`Logout`,
            icon: LogOut,
            onAction: hasWaiting ? () => setAsking(true) : leave,
          },
          { id: 'ceu', label: t`Get CEUs & Skills`, icon: BookOpen, href: siteConfig.ceuUrl, external: true },
        ]}
      />
      {isAsking && <LogoutDialog onClose={() => setAsking(false)} onLogout={leave} />}
    </>
  )
}

function initials({ firstName, lastName, name, email }: SessionUser): string {
  const words = firstName && lastName ? [firstName, lastName] : (name.trim() || email).split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? [...word][0] : '',
  )
  return letters.join('').toUpperCase()
}

/** The owner's initials in a circle of 44 pixels. */
function Avatar({ user }: { user: SessionUser }) {
  return (
    <span
      aria-hidden
      className="grid size-11 place-items-center rounded-full border border-line bg-accent-soft font-semibold text-accent-strong"
    >
      {initials(user)}
    </span>
  )
}
