import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'
import { unlockDevice, unlockDeviceByPasskey } from './device.ts'
import { deviceName, useOfflineState } from './offline-state.ts'
import { continueUnlocked } from './start-offline.ts'

type UnlockFormProps = { onDeleted?: () => void }

/**
 * Unlocks the data on this device with the method that its owner chose. `onDeleted`: the last wrong try has deleted it.
 */
export function UnlockForm({ onDeleted = () => location.reload() }: UnlockFormProps) {
  const { unlocksBy } = useOfflineState()
  return unlocksBy === 'passkey' ? (
    <PasskeyUnlockForm onDeleted={onDeleted} />
  ) : (
    <PinForm onDeleted={onDeleted} />
  )
}

function PasskeyUnlockForm({ onDeleted }: { onDeleted(): void }) {
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  async function unlock() {
    setPending(true)
    setMessage(null)
    try {
      const left = await unlockDeviceByPasskey()
      setMessage(left === null ? null : wrongText(left))
      if (left === null) await continueUnlocked()
      else if (left === 0) onDeleted()
    } catch (error) {
      setMessage(
        toProblem(error).code === 'cancelled' ? t`The passkey was not used. Try again.` : textOf(error),
      )
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="grid max-w-sm gap-3">
      <Button
        tone="primary"
        isPending={isPending}
        onPress={() => void unlock()}
        className="justify-self-start"
      >
        <KeyRound aria-hidden className="size-4" />
        {t`Unlock with your passkey`}
      </Button>
      <p role="status" className="text-expired empty:hidden">
        {message}
      </p>
    </div>
  )
}

const textOf = (error: unknown) =>
  error instanceof Problem ? t(error.message) : t`The passkey could not be used here.`

function wrongText(left: number): string {
  if (left === 0) return t`That was the last try. What this ${deviceName()} kept is deleted.`
  return t`This passkey does not open it. After ${plural(left, { one: 'one more try', other: '# more tries' })} everything on this ${deviceName()} is deleted; what is saved in Lanyard stays.`
}

/** Unlocks the data on this device. `onDeleted`: the last wrong PIN has deleted it. */
function PinForm({ onDeleted }: { onDeleted(): void }) {
  const [pin, setPin] = useState('')
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const [isPending, setPending] = useState(false)
  async function submit() {
    if (isPending) return
    setPending(true)
    const left = await unlockDevice(pin).finally(() => setPending(false))
    setTriesLeft(left)
    setPin('')
    if (left === null) await continueUnlocked()
    else if (left === 0) onDeleted()
  }
  return (
    <form
      className="grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={t`PIN`}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        value={pin}
        onChange={setPin}
        autoFocus
        errorMessage={triesLeft === null ? undefined : wrongPinText(triesLeft)}
      />
      <Button
        tone="primary"
        type="submit"
        isPending={isPending}
        className="justify-self-start"
      >{t`Unlock`}</Button>
    </form>
  )
}

function wrongPinText(left: number): string {
  if (left === 0) return t`That was the last try. What this ${deviceName()} kept is deleted.`
  return t`That is not the PIN. After ${plural(left, { one: 'one more wrong try', other: '# more wrong tries' })} everything on this ${deviceName()} is deleted; what is saved in Lanyard stays.`
}
