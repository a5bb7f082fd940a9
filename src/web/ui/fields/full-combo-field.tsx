import { ChevronDown } from 'lucide-react'
import { type Ref, use, useEffect, useRef, useState } from 'react'
import { Button, ComboBox, ComboBoxStateContext, Group, Input, type InputProps } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { optionsFor } from './combo-options.ts'
import { comboButtonClass, comboInputClass, fieldClass, groupClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import type { ComboFieldProps } from './field-props.ts'
import { type FullProps, pressSoon, useBegun } from './later-field.tsx'
import { OptionList } from './option-list.tsx'
import { useComboText } from './use-combo-text.ts'

/**
 * react-aria scrolls the page to bring the focused option into view. It also closes the list of a combo box when the
 * page scrolls, which discards the typed text. This listener is registered before react-aria's own and stops the event.
 */
function useOpenListOnScroll() {
  const isOpen = useRef(false)
  useEffect(() => {
    const keepOpen = (event: Event) => {
      if (isOpen.current && event.target === document) event.stopImmediatePropagation()
    }
    addEventListener('scroll', keepOpen, true)
    return () => removeEventListener('scroll', keepOpen, true)
  }, [])
  return (opens: boolean) => {
    isOpen.current = opens
  }
}

export function FullComboField({ begun, ...props }: ComboFieldProps & FullProps) {
  const { label, items, allowsCustom = false, description, isRequired } = props
  const group = useRef<HTMLDivElement>(null)
  const text = useComboText(props, begun, group)
  const { key, isPicked, isUnclear, errorMessage } = text
  const [showsAll, setShowsAll] = useState(false)
  const [isNear, setNear] = useState(false)
  // react-aria opens the list when the text changes while options are present. The last character therefore comes after
  // the options.
  const [isWaiting, setWaiting] = useState(() => begun.current.text !== null && begun.current.hasFocus)
  const typed = isWaiting ? text.typed.slice(0, -1) : text.typed
  const setOpen = useOpenListOnScroll()
  useBegun(begun, (start) => {
    const input = group.current?.querySelector('input')
    if (start.hasFocus || start.isOpened) input?.focus()
    if (start.text === null && start.selection) input?.setSelectionRange(...start.selection)
    if (start.text === null && start.isOpened) pressSoon(input)
    setTimeout(() => setWaiting(false))
  })
  // react-aria builds every option even for a closed list. Until the pointer or the focus comes near, the list has only
  // the chosen option.
  const built = isNear ? items : items.filter((item) => item.id === key)
  const found = optionsFor(built, text.isPending ? typed : '', allowsCustom)
  const listed = showsAll && found.length === 0 ? built : found

  return (
    <ComboBox
      name={props.name}
      items={listed}
      inputValue={typed}
      onInputChange={(typed) => {
        text.type(typed)
        setShowsAll(false)
      }}
      value={key}
      onChange={text.choose}
      onOpenChange={(isOpen, trigger) => {
        setOpen(isOpen)
        setShowsAll(trigger === 'manual')
      }}
      onBlur={text.leave}
      // This component decides what the text stands for, even if it must be an option.
      allowsCustomValue
      // Assistive technology may press before the pointer or the focus comes near. The options then follow while the
      // list is open.
      allowsEmptyCollection={!allowsCustom || !isNear}
      isRequired={isRequired === true}
      isDisabled={props.isDisabled}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <Group
        ref={group}
        className={groupClass}
        onPointerEnter={() => setNear(true)}
        onFocusCapture={() => setNear(true)}
        onClickCapture={() => setNear(true)}
      >
        <ComboInput
          ref={props.ref}
          data-unclear={isUnclear || undefined}
          onKeyDownCapture={text.handleEnter}
          // Typing replaces the chosen option.
          onFocus={(event) => isPicked && event.currentTarget.select()}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
        />
        <Button className={comboButtonClass}>
          <ChevronDown className="size-4" aria-hidden />
        </Button>
      </Group>
      <FieldNotes name={props.name} description={description} errorMessage={errorMessage} />
      <OptionList items={listed} empty={t`No matches.`} />
    </ComboBox>
  )
}

type ComboInputProps = InputProps & {
  ref?: Ref<HTMLInputElement> | undefined
  'data-unclear': true | undefined
}

/** Pressing the input opens the list, like pressing its button. */
function ComboInput(props: ComboInputProps) {
  const list = use(ComboBoxStateContext)
  return (
    <Input
      {...props}
      onClick={() => list?.open(null, 'manual')}
      enterKeyHint="next"
      className={comboInputClass}
    />
  )
}
