import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { type Navigation, NavigationContext } from './navigation.ts'

/** Gives the router to components that also work without it. */
export function RouterNavigation({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const href = useLocation({ select: (location) => location.href })
  const navigation = useMemo<Navigation>(
    () => ({ href, open: (to, options) => navigate({ href: to, ...options }) }),
    [href, navigate],
  )
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
