import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, type Ref, useId, useLayoutEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, inputClass } from './field-class.ts'
import { FieldLabel, FieldNotes, useControlProps } from './field-parts.tsx'

type TextFieldProps = FieldProps & {
  name?: string
  value?: string | null
  onChange?: (value: string) => void
  onBlur?: () => void
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url'
  autoComplete?: string
  inputMode?: ComponentProps<'input'>['inputMode']
  placeholder?: string
  maxLength?: number
  spellCheck?: boolean
  autoFocus?: boolean
  /** `next`: Enter moves to the next field, if the form offers that. */
  enterKeyHint?: 'next'
  isReadOnly?: boolean
  multiline?: boolean
  rows?: number
  /** For numbers that are read character by character, such as a license number. */
  mono?: boolean
  /** Shown at the end inside the box, such as a button that shows a password. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement> | Ref<HTMLTextAreaElement>
}

/** The browser's own input, with its label, description and error. */
export function TextField(props: TextFieldProps) {
  const { label, description, errorMessage, isRequired, isReadOnly, value, ref } = props
  const { name, onChange, onBlur, type, multiline, rows = 4, mono, end, autoFocus } = props
  const id = useId()
  const notes = { id, name, description, errorMessage }
  const isProse = type === undefined || type === 'text'
  // The browser's own `autofocus` works once in a page.
  useLayoutEffect(() => {
    if (autoFocus) document.getElementById(id)?.focus()
  }, [autoFocus, id])
  const input = {
    ...useControlProps(notes, props),
    value: value ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
    onBlur: onBlur && (() => onBlur()),
    readOnly: isReadOnly,
    autoComplete: props.autoComplete,
    inputMode: props.inputMode,
    maxLength: props.maxLength,
    placeholder: props.placeholder,
    spellCheck: props.spellCheck,
  }
  // The font loads with the first character.
  const look = clsx(inputClass, mono && value && 'font-mono', end && 'pr-12')
  return (
    <div className={fieldClass}>
      <FieldLabel id={id} label={label} isRequired={isRequired} />
      {multiline ? (
        <textarea
          {...input}
          ref={ref as Ref<HTMLTextAreaElement>}
          rows={rows}
          className={clsx(look, 'py-2.5')}
        />
      ) : (
        <div className="relative">
          <input
            {...input}
            ref={ref as Ref<HTMLInputElement>}
            type={type ?? 'text'}
            enterKeyHint={props.enterKeyHint}
            autoCapitalize={isProse && !mono ? undefined : 'none'}
            className={look}
          />
          {end && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
        </div>
      )}
      <FieldNotes {...notes} />
    </div>
  )
}

type NameFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'autoComplete' | 'isRequired'>

export function FirstNameField(props: NameFieldProps) {
  return <TextField {...props} label={t`First name`} autoComplete="given-name" isRequired={false} />
}

export function LastNameField(props: NameFieldProps) {
  return <TextField {...props} label={t`Last name`} autoComplete="family-name" isRequired={false} />
}
