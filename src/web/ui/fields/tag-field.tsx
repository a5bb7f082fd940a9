import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, inputClass } from './field-class.ts'
import { FieldLabel, FieldNotes, useControlProps } from './field-parts.tsx'

type TagFieldProps = FieldProps & {
  name?: string
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
  const { label, value, onChange, suggestions = [], max = 10, isRequired, errorMessage } = props
  const id = useId()
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

  /** The pressed button disappears, so the focus moves to the input. */
  function removeTag(tag: string) {
    onChange(value.filter((one) => one !== tag))
    document.getElementById(id)?.focus({ preventScroll: true })
  }

  const ownDescription = props.description ?? t`Press Enter after each one.`
  const description = isFull ? t`You can add at most ${max}.` : ownDescription
  const notes = { id, name: props.name, description, errorMessage: errorMessage ?? null }
  return (
    <div className={fieldClass}>
      <FieldLabel id={id} label={label} isRequired={isRequired} />
      <input
        {...useControlProps(notes, props)}
        ref={props.ref}
        value={text}
        onChange={({ target }) => handleText(target.value)}
        onKeyDown={handleKey}
        onBlur={() => {
          add(text)
          props.onBlur?.()
        }}
        // Not disabled when it is full: Backspace must still remove a tag.
        readOnly={isFull}
        maxLength={50}
        autoComplete="off"
        className={inputClass}
      />
      <FieldNotes {...notes} />
      {value.length > 0 && (
        <ul aria-label={t`Selected: ${label}`} className="flex flex-wrap gap-2">
          {value.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-9 max-w-full items-center rounded-full bg-accent-soft pl-3 font-semibold text-accent-strong text-sm"
            >
              <span className="truncate">{tag}</span>
              <button
                type="button"
                aria-label={t`Remove ${tag}`}
                onClick={() => removeTag(tag)}
                className="relative grid size-9 cursor-pointer after:absolute after:-inset-1 place-items-center rounded-full hover:text-ink"
              >
                <X className="size-4" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && !isFull && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t`Suggestions for ${label}`}</legend>
          {offered.map((tag) => (
            <button
              key={tag}
              type="button"
              onClick={() => add(tag)}
              className="relative inline-flex min-h-9 cursor-pointer after:absolute after:-inset-1 items-center gap-1 rounded-full border border-line-strong px-3 text-muted text-sm hover:bg-sunken hover:text-ink"
            >
              <Plus className="size-3.5" aria-hidden />
              {tag}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
