import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { Bar } from './bar.tsx'

const navLink =
  'relative inline-flex h-16 items-center px-2 font-semibold text-muted no-underline transition-colors duration-150 hover:text-ink data-[status=active]:text-ink ' +
  'after:absolute after:inset-x-2 after:-bottom-px after:h-[3px] after:bg-transparent data-[status=active]:after:bg-accent'

export function TopBar({ bell }: { bell: ReactNode }) {
  const { user } = useSession()
  return (
    <Bar>
      <nav aria-label={t`Main`} className="mr-auto hidden gap-3 sm:flex">
        <Link to="/" activeOptions={{ exact: true }} className={navLink}>{t`Dashboard`}</Link>
        <Link to="/credentials" className={navLink}>{t`My Vault`}</Link>
      </nav>
      <Link
        to="/upload"
        className={clsx(buttonClass({ tone: 'secondary' }), 'max-sm:min-w-11 max-sm:shrink!')}
      >
        {/* Where large letters or a long word leave no room, the word is on a second line that is not shown. */}
        <span className="flex h-6 flex-wrap items-center justify-center gap-x-2 overflow-hidden">
          <Plus className="my-1 size-4" aria-hidden />
          <span className="leading-6">{t`Credential`}</span>
        </span>
      </Link>
      {bell}
      {user && <AvatarMenu user={user} />}
    </Bar>
  )
}
