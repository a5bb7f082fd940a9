import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n/t.ts'
import { meaningOf, writtenId } from './combo-options.ts'
import type { ComboFieldProps } from './field-props.ts'
import type { Begun } from './later-field.tsx'

/**
 * The text in a combo box, and the value that it stands for. Typed text is stored on leaving the field, on Enter and on
 * submit of its form. If several options match, only an explicit choice is stored.
 */
export function useComboText(
  props: ComboFieldProps,
  begun: RefObject<Begun>,
  box: RefObject<HTMLElement | null>,
) {
  const { items, onChange, allowsCustom = false } = props
  const value = props.value ?? ''
  const picked = items.find((item) => item.id === value)
  const shown = picked?.label ?? (allowsCustom ? value : '')
  const [typed, setTyped] = useState(() => begun.current.text ?? shown)
  const [settled, setSettled] = useState(shown)
  const [isUnclear, setUnclear] = useState(() => begun.current.text !== null && !begun.current.hasFocus)
  // Another field changed the value, so update the text.
  if (settled !== shown) show(shown)

  function show(text: string) {
    setSettled(text)
    setTyped(text)
    setUnclear(false)
  }

  function type(text: string) {
    begun.current.text = text
    setTyped(text)
    setUnclear(false)
  }

  function store(text: string, next: string) {
    begun.current.text = null
    show(text)
    if (next !== value) onChange(next)
  }

  function choose(id: string | number | null) {
    const item = items.find((one) => one.id === id)
    if (item) store(item.label, item.id)
    else if (id === writtenId(typed.trim())) store(typed.trim(), typed.trim())
  }

  /** False if it is unclear what the text stands for. */
  function settle(): boolean {
    if (typed === shown) return true
    const text = typed.trim()
    const meant = text === '' ? 'none' : meaningOf(items, text)
    if (meant === 'several' && allowsCustom) {
      setUnclear(true)
      return false
    }
    if (typeof meant === 'object') store(meant.label, meant.id)
    else if (text === '' || (allowsCustom && meant === 'none')) store(text, text)
    else store(shown, value)
    return true
  }

  function leave() {
    settle()
    props.onBlur?.()
  }

  const settleInTime = useEffectEvent(() => flushSync(settle))
  useEffect(() => {
    const settleFirst = (event: SubmitEvent) => {
      if (!(event.target as Node).contains(box.current) || settleInTime()) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('submit', settleFirst, true)
    return () => document.removeEventListener('submit', settleFirst, true)
  }, [box])

  /** Enter takes the option, or else the typed text, like leaving the field. It never submits the form. */
  function handleEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // The list takes the focused option first.
    setTimeout(settleInTime)
  }

  const unclear = t`Choose one of the suggestions, or use “${typed.trim()}” as written.`
  return {
    key: picked?.id ?? (value === '' ? null : writtenId(value)),
    isPicked: picked !== undefined,
    typed,
    isPending: typed !== shown,
    isUnclear,
    errorMessage: isUnclear ? unclear : props.errorMessage,
    ...{ type, choose, leave, handleEnter },
  }
}
