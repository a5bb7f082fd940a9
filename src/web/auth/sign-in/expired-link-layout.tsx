import type { ReactNode, Ref } from 'react'
import { t } from '#web/i18n/t.ts'
import { SignInLayout } from './sign-in-layout.tsx'

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
