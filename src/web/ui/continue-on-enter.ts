import type { KeyboardEvent } from 'react'

/** Fields that Enter leaves: text fields that opt in, combo boxes and dates. */
const LEFT_WITH_ENTER = 'input[enterkeyhint=next]'
/** Fields that Enter can move to: the same fields, and numbers. */
const CANDIDATES = 'input:is([enterkeyhint=next],[inputmode=numeric],[inputmode=decimal])'

/** Collapsed and hidden fields are optional: Enter skips them. */
const isOffered = (input: HTMLInputElement) => !input.closest('details,[hidden]') && !input.disabled

/** The next field of the form that is offered and empty. */
function nextEmptyField(form: HTMLElement, from: HTMLElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>(CANDIDATES)].find((input) => {
    const isAfter = from.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING
    return isAfter && isOffered(input) && input.value === ''
  })
}

/**
 * Enter moves to the next empty field, as the key label on a phone's keyboard shows. In the last field it submits. Use
 * it as `onKeyDown` of a form.
 */
export function continueOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  if (!target.matches(LEFT_WITH_ENTER) || !isOffered(target) || !nextEmptyField(form, target)) return
  event.preventDefault()
  // What a combo box took may fill in other fields. They are rendered first.
  setTimeout(() => nextEmptyField(form, target)?.focus())
}
