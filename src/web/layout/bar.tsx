import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** For a button in the bar, which must leave room for others. */
export const shrinking =
  'max-sm:min-w-0 max-sm:shrink! max-sm:whitespace-normal! max-sm:text-center max-sm:leading-tight'

// In other languages they do not both fit in one line next to the logo.
const narrow = `${shrinking} max-sm:mx-0 max-sm:px-3`

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

/** A badge on a strap, and the name, which is hidden when there is no room for it. */
export function Logo() {
  return (
    <span className="flex h-8 flex-wrap items-center gap-x-2.5 overflow-hidden text-ink">
      <svg viewBox="0 0 28 32" className="h-8 w-7" aria-hidden="true">
        <path d="M6 0h5l3 7 3-7h5l-5.5 12h-5z" fill="var(--accent)" />
        <rect
          x="3"
          y="12"
          width="22"
          height="19"
          rx="4"
          fill="var(--surface)"
          stroke="var(--ink)"
          strokeWidth="2"
        />
        <path d="M11 16h6" stroke="var(--ink)" strokeWidth="2" strokeLinecap="round" />
        <path
          d="m9.5 23 3.2 3.2 5.8-5.7"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="font-bold text-xl leading-8 tracking-tight">Lanyard</span>
    </span>
  )
}

/** The parameters of the sign-in page, so that a screen of the owner opens after signing in. */
export function useSignInParameters(): { next?: string } {
  const href = useLocation({ select: (location) => location.href })
  const isForOwner = useMatches({
    // An unknown address matches the root only.
    select: (matches) => matches.length > 1 && !matches.some(({ staticData }) => staticData.isForVisitors),
  })
  return isForOwner ? { next: href } : {}
}

export function SignedOutTopBar() {
  const parameters = useSignInParameters()
  return (
    <Bar>
      <span className="mr-auto hidden sm:block" />
      <Link
        to="/login"
        search={parameters}
        activeOptions={{ exact: true }}
        className={clsx(buttonClass({ tone: 'quiet' }), narrow)}
      >{t`Sign in`}</Link>
      <Link
        to="/login"
        search={{ mode: 'register', ...parameters }}
        activeOptions={{ exact: true }}
        className={clsx(buttonClass({ tone: 'secondary' }), narrow)}
      >{t`Get started`}</Link>
    </Bar>
  )
}
