import { Link } from '@tanstack/react-router'
import { LayoutDashboard, Plus, WalletCards } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'

const item =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-muted text-sm no-underline data-[status=active]:font-semibold data-[status=active]:text-accent-strong'

/** On small screens: Dashboard, Vault and + Credential, within reach of a thumb. */
export function BottomNav() {
  return (
    <nav
      aria-label={t`Bottom navigation`}
      className="flex border-line border-t bg-surface px-2 pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <Link to="/" activeOptions={{ exact: true }} className={item}>
        <LayoutDashboard className="size-5" aria-hidden />
        {t`Dashboard`}
      </Link>
      <Link to="/credentials" className={item}>
        <WalletCards className="size-5" aria-hidden />
        {t`Vault`}
      </Link>
      <Link to="/upload" className={item}>
        <Plus className="size-5" aria-hidden />
        <span>
          <Trans>
            <span className="sr-only">Add a </span>Credential
          </Trans>
        </span>
      </Link>
    </nav>
  )
}
