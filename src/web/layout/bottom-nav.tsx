import { Link, useLocation } from '@tanstack/react-router'
import { LayoutDashboard, Plus, WalletCards } from 'lucide-react'
import { type ComponentProps, type ComponentType, type MouseEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'

/** What "+ Credential" opens. The handlers load it. */
export type AddSheetPart = ComponentType<{ onClose(): void }> & {
  preloadHandlers: Pick<ComponentProps<'a'>, 'onPointerEnter' | 'onPointerDown' | 'onFocus'>
}

const item =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-muted text-sm no-underline data-[status=active]:font-semibold data-[status=active]:text-accent-strong'

/** On small screens: Dashboard, Vault and + Credential, within reach of a thumb. */
export function BottomNav({ AddSheet }: { AddSheet: AddSheetPart }) {
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
      <AddLink AddSheet={AddSheet} />
    </nav>
  )
}

/** Opens the sheet, except on the page of a new credential, where the camera and the form are. */
function AddLink({ AddSheet }: { AddSheet: AddSheetPart }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isAdding = pathname === '/upload'
  /** The page on which it was opened: a sheet that loads slowly does not open over the next one. */
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = (event: MouseEvent) => {
    if (isAdding || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpenOn(pathname)
  }
  return (
    <>
      <Link
        to="/upload"
        className={item}
        {...(isAdding ? {} : { 'aria-haspopup': 'dialog' as const })}
        {...AddSheet.preloadHandlers}
        onClick={open}
      >
        <Plus className="size-5" aria-hidden />
        <span>
          <Trans>
            <span className="sr-only">Add a </span>Credential
          </Trans>
        </span>
      </Link>
      {openOn === pathname && <AddSheet onClose={() => setOpenOn(null)} />}
    </>
  )
}
