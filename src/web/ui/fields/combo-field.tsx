import { clsx } from 'clsx'
import { useCombobox } from 'downshift'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { type Option, optionsFor, writtenText } from './combo-options.ts'
import {
  type FieldProps,
  fieldClass,
  groupButtonClass,
  groupClass,
  groupInputClass,
  optionClass,
  popoverClass,
} from './field-class.ts'
import { FieldLabel, FieldNotes, useControlProps } from './field-parts.tsx'
import { type ComboTextProps, useComboText } from './use-combo-text.ts'

type ComboFieldProps = FieldProps &
  ComboTextProps & {
    name?: string
    onBlur?: () => void
    placeholder?: string
    autoComplete?: string
    ref?: Ref<HTMLInputElement>
  }

const { InputClick, InputKeyDownEscape } = useCombobox.stateChangeTypes

/** A text field with a list that is filtered while typing. downshift moves the highlight and opens and closes the list. */
export function ComboField(props: ComboFieldProps) {
  const { label, name, description, isRequired, isDisabled } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const text = useComboText(props, input)
  const { picked, typed, isPending, errorMessage } = text
  const allowsCustom = props.allowsCustom !== undefined && props.allowsCustom !== false
  const listed = optionsFor(props.items, isPending ? typed : '', allowsCustom)
  const combo = useCombobox<Option>({
    items: [...listed],
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.id,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-list`,
    inputValue: typed,
    selectedItem: picked,
    stateReducer(state, { type, changes }) {
      // A press places the caret; it must not close the list. Escape closes the list, but does not clear the field.
      if (type === InputClick) return { ...changes, isOpen: true }
      return type === InputKeyDownEscape ? { ...state, isOpen: false } : changes
    },
  })
  const { isOpen, highlightedIndex } = combo
  const isShown = isOpen && (listed.length > 0 || !allowsCustom)

  function choose(option: Option) {
    combo.closeMenu()
    text.choose(option)
  }

  /** Enter and Tab take the highlighted option, or else what the text stands for. Enter never submits the form. */
  function handleKey(event: KeyboardEvent) {
    const highlighted = isOpen ? listed[highlightedIndex] : undefined
    if (event.key === 'Escape' && !isOpen) Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    if (event.key === 'Tab' && highlighted) choose(highlighted)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    combo.closeMenu()
    if (highlighted) text.choose(highlighted)
    // The form would move the focus to its next field.
    else if (!text.settle()) event.stopPropagation()
  }

  // The list is below the input: a bar at the bottom of the screen must not cover it.
  useEffect(() => {
    if (isOpen) list.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  const notes = { id, name, description, errorMessage: errorMessage ?? null }
  return (
    <div className={fieldClass}>
      <FieldLabel id={id} label={label} isRequired={isRequired} />
      <div className="relative">
        <div className={groupClass}>
          <input
            {...combo.getInputProps({
              ...useControlProps(notes, props),
              ref: (node: HTMLInputElement | null) => {
                input.current = node
                if (typeof props.ref === 'function') props.ref(node)
                else if (props.ref) props.ref.current = node
              },
              onChange: ({ currentTarget }) => text.type(currentTarget.value),
              onKeyDown: handleKey,
              // Typing replaces the chosen option.
              onFocus: ({ currentTarget }) => picked && currentTarget.select(),
              onBlur: () => {
                text.settle()
                props.onBlur?.()
              },
            })}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? 'off'}
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            className={groupInputClass}
          />
          <button
            type="button"
            {...combo.getToggleButtonProps({ disabled: isDisabled })}
            aria-label={t`Show suggestions: ${label}`}
            className={groupButtonClass}
          >
            <ChevronDown className="size-4" aria-hidden />
          </button>
        </div>
        <div
          className={clsx(
            popoverClass,
            'absolute inset-x-0 top-full z-30 mt-1 max-h-80',
            !isShown && 'hidden',
          )}
        >
          <ul
            {...combo.getMenuProps({ ref: list, 'aria-label': t`Suggestions for ${label}` })}
            className="p-1 empty:hidden"
          >
            {isOpen &&
              listed.map((option, index) => (
                <li
                  key={option.id}
                  {...combo.getItemProps({ item: option, index, onClick: () => text.choose(option) })}
                  className={optionClass}
                >
                  <span className="flex min-w-0 flex-1 flex-col">
                    <span>{option.label}</span>
                    {option.description && (
                      <span lang={option.lang} className="text-muted text-sm">
                        {option.description}
                      </span>
                    )}
                  </span>
                  {option.id === picked?.id && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
                </li>
              ))}
          </ul>
          {isShown && listed.length === 0 && (
            <p role="status" className="px-4 py-3 text-muted">{t`No matches.`}</p>
          )}
        </div>
      </div>
      <FieldNotes {...notes} />
      {text.isUnclear && (
        <Button size="sm" className="justify-self-start" onPress={text.useAsWritten}>
          {writtenText(typed)}
        </Button>
      )}
    </div>
  )
}
