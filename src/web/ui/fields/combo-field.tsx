import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Button, ComboBox, Group, Input } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { type FieldProps, fieldClass, groupClass } from './field-class.ts'
import { FieldLabel, FieldNotes } from './field-parts.tsx'
import { type Option, OptionList } from './option-list.tsx'

type ComboFieldProps = FieldProps & {
  name?: string
  items: readonly Option[]
  /** An item's id, or with `allowsCustom` any text. */
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  allowsCustom?: boolean
  placeholder?: string
  autoComplete?: string
  ref?: Ref<HTMLInputElement>
}

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

/** A text field with a list that is filtered while typing. */
export function ComboField(props: ComboFieldProps) {
  const {
    label,
    items,
    onChange,
    allowsCustom = false,
    placeholder,
    errorMessage,
    description,
    isRequired,
  } = props
  const value = props.value ?? ''
  const picked = items.find((item) => item.id === value)
  const shown = picked?.label ?? (allowsCustom ? value : '')
  const [typed, setTyped] = useState(shown)
  const [settled, setSettled] = useState(shown)
  const [showsAll, setShowsAll] = useState(false)
  const [isNear, setNear] = useState(false)
  const setOpen = useOpenListOnScroll()
  const settle = useRef(props.onBlur)
  useEffect(() => {
    settle.current = props.onBlur
  })
  // The value was changed from outside (another field filled this one in): update the text.
  if (settled !== shown) {
    setSettled(shown)
    setTyped(shown)
  }
  // react-aria builds every option of a list that is closed, too: a list that nobody is near has only the chosen one.
  const built = isNear ? items : items.filter((item) => item === picked)
  const found = showsAll || typed === picked?.label ? built : matching(built, typed)

  function handleInput(text: string) {
    setTyped(text)
    setShowsAll(false)
    const exact = items.find((item) => item.label.toLowerCase() === text.trim().toLowerCase())
    if (!allowsCustom && text !== '' && !exact) return
    setSettled(exact?.label ?? text)
    onChange(exact?.id ?? text)
  }

  /** Enter takes the option, or what was typed as leaving the field does; it never submits the form. */
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setTimeout(() => settle.current?.())
  }

  return (
    <ComboBox
      name={props.name}
      items={found}
      inputValue={typed}
      onInputChange={handleInput}
      value={picked?.id ?? null}
      onChange={(id) => {
        const item = items.find((one) => one.id === id)
        if (!item) return
        setTyped(item.label)
        setSettled(item.label)
        onChange(item.id)
      }}
      onOpenChange={(isOpen, trigger) => {
        setOpen(isOpen)
        setShowsAll(trigger === 'manual')
      }}
      onBlur={() => {
        setTyped(shown)
        props.onBlur?.()
      }}
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
        className={groupClass}
        onPointerEnter={() => setNear(true)}
        onFocusCapture={() => setNear(true)}
        onClickCapture={() => setNear(true)}
      >
        <Input
          ref={props.ref}
          onKeyDownCapture={handleKey}
          enterKeyHint="next"
          // What is typed next replaces the chosen option.
          onFocus={(event) => picked && event.currentTarget.select()}
          placeholder={placeholder}
          autoComplete={props.autoComplete}
          className="min-h-10 w-full min-w-0 flex-1 rounded-control bg-transparent px-3 outline-none placeholder:text-muted"
        />
        <Button className="grid size-11 shrink-0 cursor-pointer place-items-center text-muted hover:text-ink">
          <ChevronDown className="size-4" aria-hidden />
        </Button>
      </Group>
      <FieldNotes name={props.name} description={description} errorMessage={errorMessage} />
      <OptionList items={found} empty={t`No matches.`} />
    </ComboBox>
  )
}
