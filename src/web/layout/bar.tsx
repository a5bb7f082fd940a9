import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Logo } from './logo.tsx'

/** For a button in the bar, which must leave room for others. */
export const shrinking =
  'max-sm:min-w-0 max-sm:shrink! max-sm:whitespace-normal! max-sm:text-center max-sm:leading-tight'

/** The bar at the top, with the logo and what is to the right of it. */
export function Bar({ isSticky = true, children }: { isSticky?: boolean; children?: ReactNode }) {
  const place = isSticky ? 'sticky short:static top-0 z-30' : ''
  return (
    <header className={`${place} border-line border-t-3 border-t-accent border-b bg-paper`}>
      <div className="mx-auto flex h-16 max-w-[1120px] items-center gap-[8px] px-[16px] sm:gap-4 sm:px-6">
        <Link
          to="/"
          activeOptions={{ exact: true }}
          aria-label={t`Lanyard, home`}
          className="mr-auto inline-flex min-h-11 min-w-7 shrink-[9999] items-center no-underline sm:mr-4"
        >
          <Logo />
        </Link>
        {children}
      </div>
    </header>
  )
}
