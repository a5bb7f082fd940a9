import { Link } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { plural } from '#shared/i18n/translate.ts'
import { sharing } from '#shared/offline/shared-files.ts'
import { t } from '#web/i18n/t.ts'
import { deviceName } from './offline-state.ts'

/** Files that were shared with Lanyard wait for the owner's choice, on every screen. */
export function SharedFilesNotice({ count, isSignedIn }: { count: number; isSignedIn: boolean }) {
  return (
    <aside aria-label={t`Shared files`} className="border-line border-b bg-sunken">
      <div className="mx-auto flex min-h-11 max-w-[1120px] items-center gap-x-3 px-4 text-sm sm:px-6">
        <FileDown aria-hidden className="size-4 shrink-0" />
        <p className="min-w-0 py-2">
          <strong>
            {t`${plural(count, { one: '# shared file is', other: '# shared files are' })} kept on this ${deviceName()}.`}
          </strong>{' '}
          {!isSignedIn && t`Sign in within ${sharing.maxDays} days to add it to your vault.`}
        </p>
        {isSignedIn && (
          <Link
            to="/upload"
            className="inline-flex min-h-11 items-center font-semibold text-accent-strong"
          >{t`Review`}</Link>
        )}
      </div>
    </aside>
  )
}
