import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Bar, shrinking } from './bar.tsx'

// In other languages they do not both fit in one line next to the logo.
const narrow = `${shrinking} max-sm:px-3`

export function SignedOutTopBar() {
  return (
    <Bar>
      <span className="mr-auto hidden sm:block" />
      <Link
        to="/login"
        activeOptions={{ exact: true }}
        className={clsx(buttonClass({ tone: 'quiet' }), narrow)}
      >{t`Sign in`}</Link>
      <Link
        to="/login"
        search={{ mode: 'register' }}
        activeOptions={{ exact: true }}
        className={clsx(buttonClass({ tone: 'secondary' }), narrow)}
      >{t`Get started`}</Link>
    </Bar>
  )
}
