import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { MIN_PIN, MOST_TRIES } from './pin-lock.ts'

/** Twice the same PIN. */
export function NewPinForm({ onChosen }: { onChosen(pin: string): Promise<void> }) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  async function submit() {
    if (pin.length < MIN_PIN) return setError(t`At least ${MIN_PIN} characters`)
    if (pin !== again) return setError(t`The two are not the same`)
    setError(null)
    setPending(true)
    await onChosen(pin).finally(() => setPending(false))
  }
  const secret = { type: 'password', autoComplete: 'off' } as const
  return (
    <form
      className="grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        {...secret}
        label={t`New PIN`}
        description={t`${MIN_PIN} or more digits or letters. After ${MOST_TRIES} wrong tries the copy is deleted. A forgotten PIN cannot be recovered.`}
        value={pin}
        onChange={setPin}
        errorMessage={error ?? undefined}
      />
      <TextField {...secret} label={t`The same PIN again`} value={again} onChange={setAgain} />
      <Button
        tone="primary"
        type="submit"
        isPending={isPending}
        className="justify-self-start"
      >{t`Lock with this PIN`}</Button>
    </form>
  )
}
