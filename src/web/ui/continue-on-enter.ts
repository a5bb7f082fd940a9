import type { KeyboardEvent } from 'react'

/** Fields that Enter leaves: text fields that opt in (`enterKeyHint`), combo boxes, and parts of a date. */
const LEFT_WITH_ENTER = 'input[enterkeyhint=next],[role=group] [role=spinbutton]'
/** Fields that Enter can move to: the same fields, and numbers. */
const CANDIDATES =
  'input:is([enterkeyhint=next],[inputmode=numeric],[inputmode=decimal]),[role=group] [role=spinbutton]:first-of-type'

/** Collapsed and hidden fields are optional: Enter skips them. */
const isOffered = (node: HTMLElement) =>
  !node.closest('details,[hidden]') && !node.matches(':disabled,[aria-disabled=true]')

function isEmpty(node: HTMLElement): boolean {
  if (node instanceof HTMLInputElement) return node.value === ''
  return node.closest('[role=group]')?.querySelector('[data-placeholder]') != null
}

/** The next field of the form that is offered and empty. */
function nextEmptyField(form: HTMLElement, from: HTMLElement): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLElement>(CANDIDATES)].find((node) => {
    const isAfter = from.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
    return isAfter && !sameGroup(node, from) && isOffered(node) && isEmpty(node)
  })
}

const sameGroup = (a: HTMLElement, b: HTMLElement) =>
  a.getAttribute('role') === 'spinbutton' && a.closest('[role=group]')?.contains(b)

/**
 * Enter moves to the next empty field, as the key label on a phone's keyboard shows. In the last field it submits. Use
 * it as `onKeyDownCapture` of a form, because react-aria stops the event before it reaches the form.
 */
export function continueOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return
  if (!target.matches(LEFT_WITH_ENTER) || !isOffered(target) || !nextEmptyField(form, target)) return
  const isCombo = target.getAttribute('role') === 'combobox'
  if (!isCombo) event.preventDefault()
  // A combo box first accepts the option. Then its typed text may fill in other fields, or need a choice.
  setTimeout(() =>
    setTimeout(() => {
      if (!target.hasAttribute('data-unclear')) nextEmptyField(form, target)?.focus()
    }),
  )
}
