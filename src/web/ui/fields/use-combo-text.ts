import { type RefObject, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { meaningOf, type Option, writtenId } from './combo-options.ts'
import { useSettleOnSubmit } from './field-parts.tsx'

export type ComboTextProps = {
  items: readonly Option[]
  /** An item's id, or with `allowsCustom` any text. */
  value: string | null | undefined
  onChange: (value: string) => void
  allowsCustom?: boolean
  errorMessage?: string | null
}

/**
 * The text in a combo box, and the value that it stands for. Typed text is stored on leaving the field, on Enter and on
 * submit of its form. If several options match, only an explicit choice is stored.
 */
export function useComboText(props: ComboTextProps, input: RefObject<HTMLInputElement | null>) {
  const { items, onChange, allowsCustom = false } = props
  const value = props.value ?? ''
  const picked = items.find((item) => item.id === value) ?? null
  const shown = picked?.label ?? (allowsCustom ? value : '')
  const [typed, setTyped] = useState(shown)
  const [settled, setSettled] = useState(shown)
  const [isUnclear, setUnclear] = useState(false)
  // Another field changed the value, so update the text.
  if (settled !== shown) show(shown)

  function show(text: string) {
    setSettled(text)
    setTyped(text)
    setUnclear(false)
  }

  function type(text: string) {
    setTyped(text)
    setUnclear(false)
  }

  function store(text: string, next: string) {
    show(text)
    if (next !== value) onChange(next)
  }

  function choose({ id, label }: Option) {
    if (id === writtenId(typed.trim())) store(typed.trim(), typed.trim())
    else store(label, id)
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
  useSettleOnSubmit(input, settle)

  const unclear = t`Choose one of the suggestions, or use “${typed.trim()}” as written.`
  return {
    picked,
    typed,
    isPending: typed !== shown,
    errorMessage: isUnclear ? unclear : props.errorMessage,
    ...{ type, choose, settle },
  }
}
