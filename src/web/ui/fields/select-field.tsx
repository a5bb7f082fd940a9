import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Button, Select, SelectValue } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, inputClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import { type Option, OptionList } from './option-list.tsx'

type SelectFieldProps = FieldProps & {
  name?: string
  items: readonly Option[]
  value: string | null
  onChange: (id: string) => void
  onBlur?: () => void
  placeholder?: string
  ref?: Ref<HTMLButtonElement>
}

export function SelectField(props: SelectFieldProps) {
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
  return (
    <Select
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
      <Button
        ref={ref}
        className={clsx(inputClass, 'flex cursor-pointer items-center justify-between gap-2 text-left')}
      >
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
