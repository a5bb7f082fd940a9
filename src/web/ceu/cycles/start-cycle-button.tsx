import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { useCycleStart } from './use-cycle-start.ts'

type StartCycleButtonProps = {
  credentialId: string
  name: string
  tone?: 'primary' | 'secondary'
  size?: 'md' | 'sm'
  className?: string
}

/** Starts the proposed cycle of a credential in one tap. */
export function StartCycleButton({ credentialId, name, ...look }: StartCycleButtonProps) {
  const { mutate, isPending } = useCycleStart()
  return (
    <Button
      aria-label={t`Start tracking: ${name}`}
      isPending={isPending}
      onPress={() => mutate(credentialId)}
      {...look}
    >{t`Start tracking`}</Button>
  )
}
