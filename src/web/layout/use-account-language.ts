import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followLanguage } from '#web/i18n/page-language.ts'
import { useSession } from '#web/session/session.ts'

/** Once signing in has led to another page: on the sign-in page the new session has no place yet. */
export function useAccountLanguage(): void {
  const { user } = useSession()
  const isSigningIn = useLocation({ select: ({ pathname }) => pathname === '/login' })
  const language = user?.language
  useEffect(() => {
    if (language && !isSigningIn) followLanguage(language)
  }, [language, isSigningIn])
}
