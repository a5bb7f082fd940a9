import { useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect } from 'react'
import { firstInvalidField } from './form-errors.ts'

/** Fields that Enter leaves: text fields that opt in, combo boxes and dates. */
const LEFT_WITH_ENTER = 'input[enterkeyhint=next]'

/** Fields that Enter can move to: the same fields, and numbers. */
const CANDIDATES = 'input:is([enterkeyhint=next],[inputmode=numeric],[inputmode=decimal])'

/** Collapsed and hidden fields are optional: Enter skips them. */
const isOffered = (input: HTMLInputElement) => !input.closest('details,[hidden]') && !input.disabled

/** Long enough for a form to validate its own fields. */
const VALIDATION_MS = 100

/**
 * For all forms: after a refused submit, focuses the first invalid field and scrolls its error into view, no matter
 * whether the form or the server refused it. Does not move the focus if the user does something meanwhile.
 */
export function useErrorFocus(): void {
  useEffect(() => {
    let stop = () => {}
    function watch({ target }: Event) {
      stop()
      if (target instanceof HTMLFormElement) stop = showErrorsOf(target)
    }
    document.addEventListener('submit', watch, true)
    return () => {
      stop()
      document.removeEventListener('submit', watch, true)
    }
  }, [])
}

const interactions = ['pointerdown', 'keydown', 'wheel'] as const

function showErrorsOf(form: HTMLFormElement): () => void {
  let shown: HTMLElement | null = null
  function show() {
    const error = firstError(form)
    if (!form.isConnected || (shown && !isField(shown) && isField(error))) shown = null
    if (error && error !== shown) showError(error)
    shown = error
    if (isField(error) || !form.isConnected) stop()
  }
  const observer = new MutationObserver(show)
  const attributeFilter = ['aria-invalid']
  observer.observe(form, { childList: true, subtree: true, attributeFilter })
  // Errors from before the submit change nothing.
  const timer = setTimeout(() => firstField(form) && show(), VALIDATION_MS)
  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    for (const type of interactions) window.removeEventListener(type, stop, true)
  }
  for (const type of interactions) window.addEventListener(type, stop, true)
  return stop
}

/** Groups have no `aria-invalid`. Their error is in the fieldset. */
const GROUP_ERROR = 'fieldset [role=alert]'

const isField = (error: HTMLElement | null) =>
  error?.ariaInvalid === 'true' || error?.matches(GROUP_ERROR) === true

function firstField(form: HTMLElement): HTMLElement | null {
  const field = firstInvalidField(form)
  // The error of a field inside a group belongs to the field.
  const group = [...form.querySelectorAll<HTMLElement>(GROUP_ERROR)].find(
    (error) => !firstInvalidField(error.closest('fieldset') ?? error),
  )
  if (!field || !group) return field ?? group ?? null
  return field.compareDocumentPosition(group) & Node.DOCUMENT_POSITION_PRECEDING ? group : field
}

/** Prefers a field to a message about the whole form. */
function firstError(form: HTMLElement): HTMLElement | null {
  return firstField(form) ?? form.querySelector<HTMLElement>('[role=alert]')
}

function showError(error: HTMLElement): void {
  const details = error.closest('details')
  if (details) details.open = true
  const group = error.ariaInvalid === 'true' ? null : error.closest<HTMLElement>('fieldset[tabindex]')
  const focused = group ?? error
  if (isField(error)) focused.focus({ preventScroll: true })
  error.scrollIntoView({ block: 'nearest' })
}

/**
 * The pressed button may be removed with its row. Without this function a keyboard user would start again at the top of
 * the page.
 */
export function restoreFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

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

/**
 * A link with the name of a field as its hash opens a form with the focus in that field. `certificate` is the button that
 * chooses its files.
 */
export function useLinkedField(): void {
  const name = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (!/^[A-Za-z]+$/.test(name)) return
    // After the focus that a new page takes by itself.
    const timer = setTimeout(() => {
      const field =
        name === 'certificate'
          ? document.querySelector('main input[type=file][multiple]')?.previousElementSibling
          : document.querySelector(`main form [name="${name}"]`)
      if (!(field instanceof HTMLElement)) return
      const details = field.closest('details')
      if (details) details.open = true
      field.focus()
    })
    return () => clearTimeout(timer)
  }, [name])
}
