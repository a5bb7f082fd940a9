import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { currentSessionContract } from '#shared/auth/current-session-contract.ts'
import { type Language, languageOf, localeIn } from '#shared/i18n/language.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { client } from '#web/http/client.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { pageLanguage } from '#web/i18n/t.ts'

const api = client<typeof currentSessionContract>()

export type SessionUser = {
  id: string
  email: string
  name: string
  firstName: string | null
  lastName: string | null
  /** Formats dates and numbers, in the language of the page. */
  locale: string | null
  /** Of the account; none while it has not chosen. */
  language?: Language | null
  timeZone: string | null
  /** How long this session lasts: `shared` ends after 15 minutes without use and leaves nothing on the computer. */
  sessionKind: 'remembered' | 'brief' | 'shared'
}

/** The signed-in user, or `null`. Every screen subscribes to this one query. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    const current = await findCurrentSession(signal)
    if (!current) return null
    const { locale } = current.user
    return {
      ...current.user,
      locale: locale === null && pageLanguage === 'en' ? null : localeIn(pageLanguage, locale),
      language: locale === null ? null : languageOf(locale),
      sessionKind: current.session.kind,
    }
  },
  // Nothing but a spinner shows meanwhile: after three retries, in about two seconds, the error screen takes its place.
  retryDelay: (failures) => 250 * 2 ** failures,
  // Otherwise each screen that then asks for the session would retry it again.
  retryOnMount: false,
})

/** "Authentication state: loading, then authenticated or not." */
export function useSession(): { state: 'loading' | 'signed-in' | 'signed-out'; user: SessionUser | null } {
  const { data, isPending } = useQuery(sessionQuery)
  if (isPending) return { state: 'loading', user: null }
  return data ? { state: 'signed-in', user: data } : { state: 'signed-out', user: null }
}

/** Nobody can tell who is signed in: the server did not answer, or failed. */
export function useHasSessionFailed(): boolean {
  const { data, isError } = useQuery(sessionQuery)
  return isError && data === undefined
}

/** The signed-in user, for screens that require one. */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('This screen is for signed-in users')
  return user
}

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, 20_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Today as `YYYY-MM-DD` by the server's clock, in the owner's time zone. Changes at midnight. */
export function useToday(): string {
  const timeZone = useSession().user?.timeZone ?? null
  const today = () => todayIn(serverNow(), timeZone)
  return useSyncExternalStore(subscribeToClock, today, today)
}

/** The `DateContext` of the owner: what a date is compared with, and how it is written. */
export function useDateContext() {
  const today = useToday()
  const { locale } = useUser()
  return { today, locale }
}

/** Counts as use of the session; `null` once nobody is signed in. */
export function findCurrentSession(signal?: AbortSignal) {
  return api.call('GET /api/auth/get-session', { ...(signal && { signal }) })
}

export function signOut(): Promise<unknown> {
  return api.call('POST /api/auth/sign-out')
}
