import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ComboFieldProps } from './field-props.ts'

/** The text in a combo box, and the value that it stands for. */
export function useComboText(props: ComboFieldProps) {
  const { items, onChange, allowsCustom = false } = props
  const value = props.value ?? ''
  const picked = items.find((item) => item.id === value)
  const shown = picked?.label ?? (allowsCustom ? value : '')
  const [typed, setTyped] = useState(shown)
  const [settled, setSettled] = useState(shown)
  // The value was changed from outside (another field filled this one in): update the text.
  if (settled !== shown) {
    setSettled(shown)
    setTyped(shown)
  }

  function type(text: string) {
    setTyped(text)
    const exact = items.find((item) => item.label.toLowerCase() === text.trim().toLowerCase())
    if (!allowsCustom && text !== '' && !exact) return
    setSettled(exact?.label ?? text)
    onChange(exact?.id ?? text)
  }

  function choose(id: string | number | null) {
    const item = items.find((one) => one.id === id)
    if (!item) return
    setTyped(item.label)
    setSettled(item.label)
    onChange(item.id)
  }

  function leave() {
    setTyped(shown)
    props.onBlur?.()
  }

  return { picked, typed, type, choose, leave, handleEnter: useEnter(props.onBlur) }
}

/** Enter takes the option, or what was typed as leaving the field does; it never submits the form. */
function useEnter(onBlur: (() => void) | undefined) {
  const settle = useRef(onBlur)
  useEffect(() => {
    settle.current = onBlur
  })
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setTimeout(() => settle.current?.())
  }
}
