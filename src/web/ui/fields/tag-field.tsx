import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { Button, Input, Label, Tag, TagGroup, TagList, TextField } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, inputClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'

type TagFieldProps = FieldProps & {
  value: string[]
  onChange: (tags: string[]) => void
  onBlur?: () => void
  suggestions?: readonly string[]
  max?: number
  ref?: Ref<HTMLInputElement>
}

const SUGGESTED_AT_ONCE = 6

/**
 * Tags are added with Enter or a comma, or from the suggestions; Backspace in the empty input removes the last one.
 */
export function TagField(props: TagFieldProps) {
  const {
    label,
    value,
    onChange,
    suggestions = [],
    max = 10,
    description,
    errorMessage,
    isRequired,
    ref,
  } = props
  const [text, setText] = useState('')
  const isFull = value.length >= max
  const has = (tag: string) => value.some((one) => one.toLowerCase() === tag.toLowerCase())
  const offered = suggestions
    .filter((tag) => !has(tag) && tag.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, SUGGESTED_AT_ONCE)

  function add(...tags: string[]) {
    const fresh = tags
      .map((tag) => tag.trim())
      .filter((tag, index, all) => tag && !has(tag) && all.indexOf(tag) === index)
    if (fresh.length > 0) onChange([...value, ...fresh].slice(0, max))
    setText('')
  }

  function handleText(next: string) {
    if (next.includes(',')) add(...next.split(','))
    else setText(next)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1))
    }
  }

  return (
    <div className={fieldClass}>
      <TextField
        value={text}
        onChange={handleText}
        onKeyDown={handleKey}
        onBlur={() => {
          add(text)
          props.onBlur?.()
        }}
        isDisabled={isFull || props.isDisabled}
        isInvalid={Boolean(errorMessage)}
        validationBehavior="aria"
        maxLength={50}
        className={fieldClass}
      >
        <FieldLabel label={label} isRequired={isRequired} />
        <Input ref={ref} className={inputClass} />
        <FieldNotes
          description={
            isFull ? t`You can add at most ${max}.` : (description ?? t`Press Enter after each one.`)
          }
          errorMessage={errorMessage}
        />
      </TextField>
      {value.length > 0 && (
        <TagGroup onRemove={(gone) => onChange(value.filter((tag) => !gone.has(tag)))}>
          <Label className="sr-only">{t`Selected: ${label}`}</Label>
          <TagList items={value.map((tag) => ({ id: tag }))} className="flex flex-wrap gap-2">
            {(tag) => (
              <Tag
                textValue={tag.id}
                className="inline-flex min-h-9 max-w-full items-center rounded-full bg-accent-soft pl-3 font-semibold text-accent-strong text-sm"
              >
                <span className="truncate">{tag.id}</span>
                <Button
                  slot="remove"
                  aria-label={t`Remove`}
                  className="relative grid size-9 cursor-pointer after:absolute after:-inset-1 place-items-center rounded-full hover:text-ink"
                >
                  <X className="size-4" aria-hidden />
                </Button>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
      {offered.length > 0 && !isFull && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t`Suggestions for ${label}`}</legend>
          {offered.map((tag) => (
            <Button
              key={tag}
              onPress={() => add(tag)}
              className="relative inline-flex min-h-9 cursor-pointer after:absolute after:-inset-1 items-center gap-1 rounded-full border border-line-strong px-3 text-muted text-sm hover:bg-sunken hover:text-ink"
            >
              <Plus className="size-3.5" aria-hidden />
              {tag}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
