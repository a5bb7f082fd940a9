import { CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { KEPT_DAYS } from '#shared/offline/vault-copy.ts'
import { t } from '#web/i18n/t.ts'
import { listNames } from './database.ts'
import { readFlag } from './forget-device.ts'
import { deviceName } from './offline-state.ts'
import { OUTBOX } from './outbox-store.ts'
import { endKeptDevice } from './watch-session.ts'

/** For signed-out visitors: the number of changes queued here for their owner, and nothing about them. */
export function LeftWaiting() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    void countLeft().then(setCount)
  }, [])
  if (count === 0) return null
  return (
    <aside aria-label={t`This device`} className="border-line border-b bg-sunken">
      <div className="mx-auto flex min-h-11 max-w-[1120px] items-start gap-2 px-4 py-3 text-sm sm:px-6">
        <CloudUpload aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>
          <strong>{t`${plural(count, { one: '# change waits', other: '# changes wait' })} on this ${deviceName()}, encrypted.`}</strong>{' '}
          {count === 1
            ? t`Sign in to the same account to send it. It is deleted if somebody else signs in here, and after ${KEPT_DAYS} days without a connection.`
            : t`Sign in to the same account to send them. They are deleted if somebody else signs in here, and after ${KEPT_DAYS} days without a connection.`}
        </p>
      </div>
    </aside>
  )
}

async function countLeft(): Promise<number> {
  await endKeptDevice()
  return readFlag().kind === 'kept' ? (await listNames(OUTBOX)).length : 0
}
