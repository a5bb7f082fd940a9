import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, ComboBox, Group, Input } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { comboButtonClass, comboInputClass, fieldClass, groupClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import type { ComboFieldProps } from './field-props.ts'
import { type FullProps, pressSoon, useBegun } from './later-field.tsx'
import { type Option, OptionList } from './option-list.tsx'
import { useComboText } from './use-combo-text.ts'

/**
 * Every typed word must occur in an option's label, id, description or keywords: "tx" finds Texas. Labels that begin
 * with what was typed come first: "cc" shows CCRN before what an AACN issues.
 */
function matching(items: readonly Option[], typed: string): Option[] {
  const start = typed.trim().toLowerCase()
  const words = start.split(/\s+/)
  const found = items.filter(({ id, label, description = '', keywords = '' }) => {
    const text = `${label} ${id} ${description} ${keywords}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const [first, rest] = [found.filter(startsWith), found.filter((item) => !startsWith(item))]
  return [...first, ...rest]

  function startsWith({ label }: Option) {
    return label.toLowerCase().startsWith(start)
  }
}

/**
 * react-aria scrolls the page to bring the focused option into view, and closes the list of a combo box when the page
 * scrolls, which discards what was typed. This listener is registered before react-aria's own and stops the event.
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
  const { label, items, allowsCustom = false, placeholder, errorMessage, description, isRequired } = props
  const text = useComboText(props)
  const { picked } = text
  const [showsAll, setShowsAll] = useState(false)
  const [isNear, setNear] = useState(false)
  // react-aria opens the list when the text changes and the options are there: the last character comes after them.
  const [isWaiting, setWaiting] = useState(() => begun.current.text !== null)
  const typed = isWaiting ? text.typed.slice(0, -1) : text.typed
  const setOpen = useOpenListOnScroll()
  const group = useRef<HTMLDivElement>(null)
  useBegun(begun, (start) => {
    const input = group.current?.querySelector('input')
    input?.focus()
    if (start.text !== null) text.type(start.text)
    else if (start.selection) input?.setSelectionRange(...start.selection)
    if (start.isOpened) pressSoon(group.current?.querySelector('button'))
    setTimeout(() => setWaiting(false))
  })
  // react-aria builds every option of a list that is closed, too: a list that nobody is near has only the chosen one.
  const built = isNear ? items : items.filter((item) => item === picked)
  const found = showsAll || typed === picked?.label ? built : matching(built, typed)

  return (
    <ComboBox
      name={props.name}
      items={found}
      inputValue={typed}
      onInputChange={(typed) => {
        text.type(typed)
        setShowsAll(false)
      }}
      value={picked?.id ?? null}
      onChange={text.choose}
      onOpenChange={(isOpen, trigger) => {
        setOpen(isOpen)
        setShowsAll(trigger === 'manual')
      }}
      onBlur={text.leave}
      allowsCustomValue={allowsCustom}
      // A press by assistive technology may come before anything else: the options follow while the list is open.
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
        <Input
          ref={props.ref}
          onKeyDownCapture={text.handleEnter}
          enterKeyHint="next"
          // What is typed next replaces the chosen option.
          onFocus={(event) => picked && event.currentTarget.select()}
          placeholder={placeholder}
          autoComplete={props.autoComplete}
          className={comboInputClass}
        />
        <Button className={comboButtonClass}>
          <ChevronDown className="size-4" aria-hidden />
        </Button>
      </Group>
      <FieldNotes name={props.name} description={description} errorMessage={errorMessage} />
      <OptionList items={found} empty={t`No matches.`} />
    </ComboBox>
  )
}
