import type { ReactNode, Ref } from 'react'

export type ToggleProps = {
  label: ReactNode
  description?: ReactNode
  name?: string
  value?: boolean | null | undefined
  onChange?: (value: boolean) => void
  onBlur?: () => void
  isDisabled?: boolean
  errorMessage?: string | null
  ref?: Ref<HTMLInputElement>
}

export function ToggleNotes({
  id,
  description,
  errorMessage,
}: Pick<ToggleProps, 'description' | 'errorMessage'> & { id: string }) {
  if (!description && !errorMessage) return null
  return (
    <div id={id} className="-mt-1 flex flex-col gap-1 text-sm">
      {description && <div className="text-muted">{description}</div>}
      {errorMessage && <div className="font-semibold text-expired">{errorMessage}</div>}
    </div>
  )
}
