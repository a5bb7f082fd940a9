import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { KEPT_DAYS } from '#shared/offline/vault-copy.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatInstant } from '#web/format/dates.ts'
import { isIosTab } from '#web/http/phone-browser.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { VAULT } from './copy-vault.ts'
import { readDevice, readRecord } from './database.ts'
import { dropDevice, findDevice } from './device.ts'
import { changeLock } from './device-lock.ts'
import { readFlag, writeFlag } from './forget-device.ts'
import { keptFilesKey } from './keep-file-view.tsx'
import { listKeptFiles, removeKeptFile } from './kept-files.ts'
import { NewPinForm } from './new-pin-form.tsx'
import { deviceName, useOfflineState } from './offline-state.ts'
import { canLockWithPasskey, lockKeyByPasskey } from './passkey-lock.ts'
import { type Lock, lockKey } from './pin-lock.ts'
import { startOffline } from './start-offline.ts'
import { UnlockForm } from './unlock-form.tsx'

type Mode = 'off' | 'on' | 'pin' | 'passkey'

const modes = [
  { id: 'off', label: msg`Off` },
  { id: 'on', label: msg`On` },
  { id: 'pin', label: msg`On, with a PIN` },
  { id: 'passkey', label: msg`On, with a passkey` },
] as const

/** The data on this device for use without a connection, its lock, and how to remove it. */
export function OfflineSettingsView() {
  const user = useUser()
  const { problem, isLocked } = useOfflineState()
  const mode = useMode()
  if (user.sessionKind !== 'remembered')
    return (
      <p>
        <Trans>
          Nothing is kept here, because you are signed in for a short time only. To keep your vault on a
          device of your own, choose “Keep me signed in” when you sign in there.
        </Trans>
      </p>
    )
  if (problem === 'unsupported')
    return (
      <p>
        <Trans>
          This browser cannot keep anything encrypted on this page. Lanyard works here with a connection.
        </Trans>
      </p>
    )
  return (
    <div className="grid gap-6">
      <ModeField mode={mode.current} isLocked={isLocked} onChanged={mode.refresh} />
      {problem === 'full' && (
        <p role="alert" className="rounded-card bg-expiring-soft p-4">
          {t`This ${deviceName()} has no room for the copy. Lanyard works with a connection; to read it offline, free some space and reload this page.`}
        </p>
      )}
      {mode.current !== 'off' && <KeptView isLocked={isLocked} />}
    </div>
  )
}

/** Undefined until it is known. */
function useMode() {
  const { data, refetch } = useQuery({
    queryKey: ['offline', 'mode'],
    queryFn: async (): Promise<Mode> => {
      if (readFlag().kind === 'off') return 'off'
      const lock = (await readDevice())?.lock
      if (!lock) return 'on'
      return lock.passkeyId ? 'passkey' : 'pin'
    },
    staleTime: 0,
  })
  return { current: data, refresh: () => void refetch() }
}

type ModeFieldProps = { mode: Mode | undefined; isLocked: boolean; onChanged(): void }

function ModeField({ mode, isLocked, onChanged }: ModeFieldProps) {
  const user = useUser()
  const client = useQueryClient()
  const { data: hasPasskeys } = useQuery({
    queryKey: ['offline', 'passkeys'],
    queryFn: canLockWithPasskey,
    staleTime: 'static',
  })
  const { waiting } = useOfflineState()
  const [isChoosingPin, setChoosingPin] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function choose(next: Mode) {
    setChoosingPin(next === 'pin')
    setProblem(null)
    // Otherwise a browser that runs out of space, or Safari after a week, may delete it. Firefox asks.
    if (next !== 'off') void navigator.storage?.persist?.()
    if (next === 'pin') return
    if (next === 'passkey') return lock(lockKeyByPasskey).catch((error) => setProblem(toProblem(error)))
    if (next === 'off') {
      if (waiting === null || waiting.length > 0) return setAsking(true)
      await turnOff()
    } else if (mode === 'pin' || mode === 'passkey') await changeLock(null)
    else await startOffline(user, client)
    onChanged()
    await client.invalidateQueries({ queryKey: keptFilesKey })
  }
  async function deleteWaiting() {
    setAsking(false)
    await turnOff()
    onChanged()
    await client.invalidateQueries({ queryKey: keptFilesKey })
  }
  async function lock(lockWith: (key: CryptoKey) => Promise<Lock>) {
    if (mode === 'off') await choose('on')
    await changeLock(lockWith)
    setChoosingPin(false)
    onChanged()
  }
  return (
    <div className="grid gap-4">
      <RadioField
        label={t`Keep my vault on this ${deviceName()}`}
        description={t`Your licenses, certifications and CE, encrypted, to read them without a connection. It is deleted when you sign out, when you end this session from another device, and after ${KEPT_DAYS} days without a connection. On a shared computer nothing is ever kept.`}
        items={modes
          .filter(({ id }) => id !== 'passkey' || hasPasskeys || mode === 'passkey')
          .map(({ id, label }) => ({ id, label: t(label) }))}
        value={isChoosingPin ? 'pin' : (mode ?? null)}
        onChange={(next) => void choose(next)}
      />
      {isIosTab() && (
        <p className="rounded-card bg-sunken p-3">
          {t`In a browser, your ${deviceName()} deletes what a site keeps after 7 days without a visit, also changes that were not sent yet. Add Lanyard to your home screen to keep it.`}
        </p>
      )}
      {hasPasskeys === false && (
        <p className="text-muted">
          <Trans>This browser cannot lock the copy with a passkey. To lock it, choose a PIN.</Trans>
        </p>
      )}
      {problem && problem.code !== 'cancelled' && <ProblemNote problem={problem} />}
      {problem?.code === 'cancelled' && (
        <p role="alert">
          <Trans>
            Nothing was changed. The lock takes a passkey that you added under Security in Settings; one that
            was added long ago may have to be added again.
          </Trans>
        </p>
      )}
      {isChoosingPin && mode !== 'pin' && <NewPinForm onChosen={(pin) => lock((key) => lockKey(key, pin))} />}
      {isLocked && <UnlockForm />}
      <ConfirmDialog
        title={t`Some changes were not sent`}
        body={t`They exist only on this ${deviceName()}, and turning this off deletes them. “Waiting to be sent” at the top shows what they are.`}
        confirmLabel={t`Turn off and delete them`}
        cancelLabel={t`Keep it on`}
        tone="danger"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void deleteWaiting()}
      />
    </div>
  )
}

async function turnOff(): Promise<void> {
  await dropDevice()
  writeFlag('off')
}

function KeptView({ isLocked }: { isLocked: boolean }) {
  const user = useUser()
  const client = useQueryClient()
  const { asOf, waiting } = useOfflineState()
  const { data } = useQuery({
    queryKey: [...keptFilesKey, 'list', asOf],
    queryFn: async () => {
      const device = await findDevice(new Date())
      const copiedAt = device && (await readRecord(VAULT)) ? device.contactAt.toISOString() : null
      return { copiedAt, files: device ? await listKeptFiles(device) : [] }
    },
    enabled: !isLocked,
    staleTime: 0,
  })
  const kept = data?.files
  const copiedAt = asOf ?? data?.copiedAt
  async function remove(id: string) {
    const device = await findDevice(new Date())
    if (device) await removeKeptFile(device, id)
    await client.invalidateQueries({ queryKey: keptFilesKey })
  }
  return (
    <section aria-labelledby="kept-title" className="grid gap-3">
      <h3 id="kept-title" className="text-lg">
        {t`What is on this ${deviceName()}`}
      </h3>
      <p>
        {copiedAt
          ? t`Your vault, as of ${formatInstant(copiedAt, user)}.`
          : t`Nothing yet. It is copied while you are connected.`}
      </p>
      {waiting && waiting.length > 0 && (
        <p>{t`${plural(waiting.length, { one: '# change waits', other: '# changes wait' })} to be sent.`}</p>
      )}
      {kept?.length === 0 && (
        <p className="text-muted">{t`No documents. Choose “Keep on this ${deviceName()}” below a document of a credential.`}</p>
      )}
      {kept && kept.length > 0 && (
        <ul aria-label={t`Documents`} className="divide-y divide-line border-line border-y">
          {kept.map(({ file, keptBytes }) => (
            <li key={file.id} className="flex items-center gap-3 py-1">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{file.name}</span>
              <span className="text-muted text-sm">{formatBytes(keptBytes)}</span>
              <IconButton label={t`Remove ${file.name}`} icon={X} onPress={() => void remove(file.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
