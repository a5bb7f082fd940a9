import type { ComponentProps, KeyboardEvent, MouseEvent, Ref } from 'react'

export type PlainButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'style'> & {
  onPress?: (() => void) | undefined
  isDisabled?: boolean | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

/** The browser's own button. What is around it, such as a row, does not see the press. */
export function PlainButton({ onPress, isDisabled, type = 'button', onKeyDown, ...props }: PlainButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.stopPropagation()
    // Safari does not focus a button that is clicked: a dialog would not know where the focus goes back to.
    if (document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true })
    onPress?.()
  }
  function handleKey(event: KeyboardEvent<HTMLButtonElement>) {
    // Enter that is held would press again and again.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
    onKeyDown?.(event)
  }
  return <button {...props} type={type} disabled={isDisabled} onClick={press} onKeyDown={handleKey} />
}
