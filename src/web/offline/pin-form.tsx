import { useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { unlockDevice } from './device.ts'
import { deviceName } from './offline-state.ts'
import { continueUnlocked } from './start-offline.ts'

/** Unlocks the data on this device. `onDeleted`: the last wrong PIN has deleted it. */
export function PinForm({ onDeleted }: { onDeleted(): void }) {
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
        errorMessage={triesLeft === null ? undefined : wrongText(triesLeft)}
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

function wrongText(left: number): string {
  if (left === 0) return t`That was the last try. What this ${deviceName()} kept is deleted.`
  return t`That is not the PIN. After ${plural(left, { one: 'one more wrong try', other: '# more wrong tries' })} everything on this ${deviceName()} is deleted; what is saved in Lanyard stays.`
}
