import { useState } from 'react'
import { type Choice, differences, type OutboxItem } from '#shared/offline/outbox.ts'
import { KEPT_DAYS } from '#shared/offline/vault-copy.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConflictView } from './conflict-view.tsx'
import { findDevice } from './device.ts'
import { deviceName, useOfflineState } from './offline-state.ts'
import { decideWaiting, discardWaiting } from './outbox-store.ts'
import { synchronize } from './start-offline.ts'
import { UnlockForm } from './unlock-form.tsx'

/** The pending changes on this device, and the owner's options. */
export function WaitingDialog({ onClose }: { onClose(): void }) {
  const { waiting } = useOfflineState()
  return (
    <Dialog
      title={t`Waiting to be sent`}
      onClose={onClose}
      footer={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-muted">
          {t`Kept on this ${deviceName()}, encrypted, and sent by itself once there is a connection. After 14 days without one you are signed out: what waits is sent when you sign in again. After ${KEPT_DAYS} days it is deleted.`}
        </p>
        {waiting === null && <UnlockForm />}
        {waiting?.length === 0 && <p role="status">{t`Everything has been sent.`}</p>}
        {waiting && waiting.length > 0 && (
          <ul className="divide-y divide-line border-line border-y">
            {waiting.map((item) => (
              <WaitingItem key={item.key} item={item} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function WaitingItem({ item }: { item: OutboxItem }) {
  const user = useUser()
  const [isAsking, setAsking] = useState(false)
  const { state, title, queuedAt } = item
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
          <p className="text-muted text-sm">{`${whatText(item)} · ${formatInstant(queuedAt, user)}`}</p>
          {state.kind === 'refused' && (
            <p className="text-expired text-sm">{t`Not accepted: ${t(state.message)}`}</p>
          )}
        </div>
        {state.kind !== 'conflict' && !isAsking && (
          <Button tone="quiet" size="sm" onPress={() => setAsking(true)}>{t`Discard`}</Button>
        )}
      </div>
      {isAsking && (
        <div className="flex flex-wrap items-center gap-3 rounded-card bg-sunken p-3">
          <p className="flex-1">{t`Delete this change? It exists only here.`}</p>
          <Button size="sm" onPress={() => setAsking(false)}>{t`Keep it`}</Button>
          <Button size="sm" tone="danger" onPress={() => void discardItem(item.key)}>{t`Delete it`}</Button>
        </div>
      )}
      {state.kind === 'conflict' && (
        <ConflictView
          path={item.path}
          fields={differences(item, state.saved)}
          onChoose={(choice) => void decideItem(item.key, choice)}
        />
      )}
    </li>
  )
}

function whatText({ method, path }: OutboxItem): string {
  if (path === '/api/upload') return t`Document`
  if (path.startsWith('/api/credentials'))
    return method === 'POST' ? t`New credential` : t`Change of a credential`
  return method === 'POST' ? t`New course` : t`Change of a course`
}

async function discardItem(key: string): Promise<void> {
  const device = await findDevice(new Date())
  if (device) await discardWaiting(device, key)
}

/** After a conflict: what is left of the change is sent. */
async function decideItem(key: string, choice: Choice): Promise<void> {
  const device = await findDevice(new Date())
  if (!device) return
  await decideWaiting(device, key, choice)
  await synchronize()
}
