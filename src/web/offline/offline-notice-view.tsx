import { CloudOff, CloudUpload, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useOfflineState } from './offline-state.ts'

const WaitingDialog = lazyPart(() => import('./waiting-dialog.tsx'), 'WaitingDialog')

/** Unusual states: no connection, pending changes, a new version. */
export function OfflineNotice() {
  const { isOffline, asOf, waiting, update } = useOfflineState()
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  const hasWaiting = waiting === null || waiting.length > 0
  return (
    <>
      {(isOffline || update || hasWaiting) && (
        <aside aria-label={t`This device`} className="border-line border-b bg-sunken">
          <div className="mx-auto flex min-h-11 max-w-[1120px] flex-wrap items-center gap-x-4 px-4 sm:px-6">
            <div role="status" className="flex flex-wrap items-center gap-x-4">
              {isOffline && (
                <Line icon={<CloudOff aria-hidden className="size-4 shrink-0" />}>
                  <strong>{t`Offline.`}</strong> {asOf && t`As of ${formatInstant(asOf, user ?? {})}.`}
                </Line>
              )}
              {update && (
                <Line
                  icon={<RefreshCw aria-hidden className="size-4 shrink-0" />}
                >{t`A new version is ready.`}</Line>
              )}
            </div>
            {hasWaiting && (
              <Button tone="quiet" size="sm" onPress={() => setOpen(true)}>
                <CloudUpload aria-hidden className="size-4" />
                {waiting ? t`Waiting to be sent (${waiting.length})` : t`Waiting to be sent`}
              </Button>
            )}
            {update && <Button tone="quiet" size="sm" onPress={update}>{t`Update`}</Button>}
          </div>
        </aside>
      )}
      {isOpen && <WaitingDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="inline-flex min-h-11 items-center gap-2 text-sm">
      {icon}
      <span>{children}</span>
    </p>
  )
}
