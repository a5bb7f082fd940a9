import { clsx } from 'clsx'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { PageLink } from '#web/ui/navigation/page-link.tsx'
import { Bar, shrinking } from './bar.tsx'

// In other languages they do not both fit in one line next to the logo.
const narrow = `${shrinking} max-sm:px-3`

export function SignedOutTopBar() {
  return (
    <Bar>
      <span className="mr-auto hidden sm:block" />
      <PageLink href="/login" className={clsx(buttonClass({ tone: 'quiet' }), narrow)}>{t`Sign in`}</PageLink>
      <PageLink
        href="/login?mode=register"
        className={clsx(buttonClass({ tone: 'secondary' }), narrow)}
      >{t`Get started`}</PageLink>
    </Bar>
  )
}
