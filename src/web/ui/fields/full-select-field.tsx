import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { Button, Select, SelectValue } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { fieldClass, selectClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import type { SelectFieldProps } from './field-props.ts'
import { type FullProps, useBegun } from './later-field.tsx'
import { OptionList } from './option-list.tsx'

export function FullSelectField({ begun, ...props }: SelectFieldProps & FullProps) {
  const {
    label,
    items,
    value,
    onChange,
    placeholder = t`Choose`,
    description,
    errorMessage,
    isRequired,
    ref,
  } = props
  const box = useRef<HTMLDivElement>(null)
  useBegun(begun, ({ isOpened }) => {
    const button = box.current?.querySelector('button')
    button?.focus()
    // After a click by script, react-aria would leave nothing focused.
    const opening = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
    if (isOpened) setTimeout(() => button?.dispatchEvent(opening))
  })
  return (
    <Select
      ref={box}
      name={props.name}
      placeholder={placeholder}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onChange(String(id))}
      onBlur={props.onBlur}
      isRequired={isRequired === true}
      isDisabled={props.isDisabled}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Button ref={ref} className={selectClass}>
        <SelectValue className="truncate placeholder-shown:text-muted">
          {({ selectedText }) => selectedText || placeholder}
        </SelectValue>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Button>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <OptionList items={items} />
    </Select>
  )
}
