import { type RefObject, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { meaningOf, type Option, writtenId } from './combo-options.ts'
import { useSettleOnSubmit } from './field-parts.tsx'

export type ComboTextProps = {
  items: readonly Option[]
  /** An item's id, or with `allowsCustom` any text. */
  value: string | null | undefined
  onChange: (value: string) => void
  /** `asked`: a text that no item matches is not stored before the owner chooses to use it as written. */
  allowsCustom?: boolean | 'asked'
  errorMessage?: string | null
}

/**
 * The text in a combo box, and the value that it stands for. Typed text is stored on leaving the field, on Enter and on
 * submit of its form. If it may not be meant as typed, only an explicit choice is stored.
 */
export function useComboText(props: ComboTextProps, input: RefObject<HTMLInputElement | null>) {
  const { items, onChange, allowsCustom = false } = props
  const value = props.value ?? ''
  const picked = items.find((item) => item.id === value) ?? null
  const isListOnly = allowsCustom === false
  const shown = picked?.label ?? (isListOnly ? '' : value)
  const [typed, setTyped] = useState(shown)
  const [settled, setSettled] = useState(shown)
  const [unclear, setUnclear] = useState<'none' | 'several' | null>(null)
  // Another field changed the value, so update the text.
  if (settled !== shown) show(shown)

  function show(text: string) {
    setSettled(text)
    setTyped(text)
    setUnclear(null)
  }

  function type(text: string) {
    setTyped(text)
    setUnclear(null)
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
    const isAsked = meant === 'several' || (allowsCustom === 'asked' && text !== '' && items.length > 0)
    if (!isListOnly && typeof meant === 'string' && isAsked) {
      setUnclear(meant)
      return false
    }
    if (typeof meant === 'object') store(meant.label, meant.id)
    else if (text === '' || (!isListOnly && meant === 'none')) store(text, text)
    else store(shown, value)
    return true
  }
  useSettleOnSubmit(input, settle)

  const text = typed.trim()
  return {
    picked,
    typed,
    isPending: typed !== shown,
    isUnclear: unclear !== null,
    errorMessage:
      unclear === 'several'
        ? t`Choose one of the suggestions, or use “${text}” as written.`
        : unclear === 'none'
          ? t`“${text}” is not in the list. Check the spelling, or use it as written.`
          : props.errorMessage,
    useAsWritten: () => store(text, text),
    ...{ type, choose, settle },
  }
}
