import { clsx } from 'clsx'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { TextField as AriaTextField, Input, TextArea } from 'react-aria-components'
import { FieldLabel, FieldNotes, type FieldProps, fieldClass, inputClass } from './field-parts.tsx'

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
  /** `next`: Enter goes on to the next field where the form offers that. */
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

export function TextField(props: TextFieldProps) {
  const {
    label,
    description,
    errorMessage,
    isRequired,
    value,
    ref,
    multiline,
    rows = 4,
    mono,
    end,
    ...rest
  } = props
  const { placeholder, spellCheck, enterKeyHint, ...field } = rest
  const look = clsx(inputClass, mono && 'font-mono', end && 'pr-12')
  const isProse = rest.type === undefined || rest.type === 'text'
  return (
    <AriaTextField
      {...field}
      value={value ?? ''}
      isRequired={isRequired === true}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      {multiline ? (
        <TextArea
          ref={ref as Ref<HTMLTextAreaElement>}
          rows={rows}
          placeholder={placeholder}
          spellCheck={spellCheck}
          className={clsx(look, 'py-2.5')}
        />
      ) : (
        <div className="relative">
          <Input
            ref={ref as Ref<HTMLInputElement>}
            placeholder={placeholder}
            spellCheck={spellCheck}
            enterKeyHint={enterKeyHint}
            autoCapitalize={isProse && !mono ? undefined : 'none'}
            className={look}
          />
          {end && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
        </div>
      )}
      <FieldNotes name={props.name} description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}
