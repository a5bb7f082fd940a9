import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, type Ref, useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink, ButtonRow } from '#web/ui/button.tsx'
import { PrivacySummaryCard } from './privacy-summary-card.tsx'

type SignInLayoutProps = {
  title: string
  heading: string
  intro?: ReactNode
  /** Shows the two tabs above the heading, with this one selected. */
  activeTab?: 'signIn' | 'register' | undefined
  next: string | undefined
  headingRef: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/**
 * The layout of every stage: the form on the left, and the reasons to trust Lanyard on a badge that hangs from the top
 * bar; on a phone only where an account is created.
 */
export function SignInLayout({
  title,
  heading,
  intro,
  activeTab,
  next,
  headingRef,
  children,
}: SignInLayoutProps) {
  useEffect(() => {
    document.title = `${title} · Lanyard`
  }, [title])
  return (
    <div className="mx-auto grid w-full max-w-[1120px] gap-x-20 gap-y-4 px-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_400px]">
      <div className="flex w-full max-w-[30rem] flex-col gap-6 pt-8 pb-10 sm:pt-14 lg:pb-24">
        {activeTab && (
          <nav
            aria-label={t`Sign in or create an account`}
            className="flex flex-wrap gap-x-6 border-line border-b"
          >
            <SignInTab to={undefined} next={next} isActive={activeTab === 'signIn'}>{t`Sign in`}</SignInTab>
            <SignInTab
              to="register"
              next={next}
              isActive={activeTab === 'register'}
            >{t`Create account`}</SignInTab>
          </nav>
        )}
        <header className="flex flex-col gap-2">
          <h1 ref={headingRef} tabIndex={-1} className="text-2xl outline-none">
            {heading}
          </h1>
          {intro && <p className="text-lg text-muted">{intro}</p>}
        </header>
        {children}
      </div>
      <div className={clsx(activeTab !== 'register' && 'max-lg:hidden')}>
        <PrivacySummaryCard />
      </div>
    </div>
  )
}

type SignInTabProps = {
  to: string | undefined
  next: string | undefined
  isActive: boolean
  children: ReactNode
}

function SignInTab({ to, next, isActive, children }: SignInTabProps) {
  return (
    <Link
      to="/login"
      search={{ mode: to, next }}
      activeOptions={{ exact: true }}
      aria-current={isActive ? 'page' : undefined}
      className={clsx(
        '-mb-px inline-flex h-11 items-center border-b-3 font-semibold no-underline transition-colors duration-150',
        isActive ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}

export function BackToSignIn({ next }: { next: string | undefined }) {
  const { state } = useSession()
  return (
    <ButtonRow>
      {state === 'signed-in' ? (
        <ButtonLink to="/">{t`Go to the dashboard`}</ButtonLink>
      ) : (
        <ButtonLink to="/login" search={{ next }}>{t`Go to sign in`}</ButtonLink>
      )}
    </ButtonRow>
  )
}

type ExpiredLinkLayoutProps = {
  next: string | undefined
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** For a link that was used before, is too old, or was cut off. */
export function ExpiredLinkLayout({ next, headingRef, children }: ExpiredLinkLayoutProps) {
  return (
    <SignInLayout
      headingRef={headingRef}
      next={next}
      title={t`This link is invalid`}
      heading={t`This link no longer works`}
      intro={t`It was already used, has expired, or is incomplete. Nothing in your vault has changed.`}
    >
      {children}
    </SignInLayout>
  )
}
