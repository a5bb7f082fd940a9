import { Archive, ListTodo, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Look } from '#shared/credentials/status.ts'
import { StatusShape } from '#web/credentials/status-badge.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { filterText } from './active-filter-list.tsx'
import { type CredentialSearch, sortings, statusFilterOf } from './use-credential-filter.ts'

/** Longer than the pause between two letters of a fast typist: a search in between would delay the next letter. */
const PAUSE_MS = 250
const ANY = 'any'

export type FilterFieldsProps = {
  search: CredentialSearch
  tags: string[]
  onChange(next: CredentialSearch): void
  /** The search takes the focus now. `onSought`: it has. */
  isSought: boolean
  onSought(): void
  /** Several credentials can be selected. `onSelect` is null where there are none. */
  isSelecting: boolean
  onSelect: (() => void) | null
}
type ChoiceProps = Pick<FilterFieldsProps, 'search' | 'tags' | 'onChange'>

export function FilterFields({
  search,
  tags,
  onChange,
  autoFocus,
  isSought,
  onSought,
  isSelecting,
  onSelect,
}: FilterFieldsProps & { autoFocus: boolean }) {
  'use memo'
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_12.5rem_12.5rem]">
        <div className="max-lg:col-span-2">
          <SearchField
            given={search.q ?? ''}
            onSearch={(q) => onChange({ q })}
            {...{ autoFocus, isSought, onSought }}
          />
        </div>
        <TagAndSort search={search} tags={tags} onChange={onChange} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 max-sm:w-full sm:flex-1">
          <Choices search={search} onChange={onChange} />
        </div>
        {onSelect && (
          <Button
            tone={isSelecting ? 'secondary' : 'quiet'}
            size="sm"
            aria-pressed={isSelecting}
            onPress={onSelect}
          >
            <ListTodo aria-hidden className="size-5" />
            {t`Select several`}
          </Button>
        )}
      </div>
    </div>
  )
}

type SearchFieldProps = Pick<FilterFieldsProps, 'isSought' | 'onSought'> & {
  given: string
  onSearch(q: string | undefined): void
  autoFocus: boolean
}

function SearchField({ given, onSearch, autoFocus, isSought, onSought }: SearchFieldProps) {
  'use memo'
  const field = useRef<HTMLInputElement>(null)
  const hasKeyboard = useMedia('(min-width: 64rem) and (pointer: fine)')
  useEffect(() => {
    if (!isSought) return
    field.current?.focus()
    onSought()
  }, [isSought, onSought])
  const [typed, setTyped] = useState(given)
  const [lastGiven, setLastGiven] = useState(given)
  // The URL changed for another reason, for example going back, so update the text.
  if (given !== lastGiven) {
    setLastGiven(given)
    if (given !== typed.trim()) setTyped(given)
  }
  useEffect(() => {
    if (typed.trim() === given) return
    const timer = setTimeout(() => onSearch(typed.trim() || undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, given, onSearch])
  return (
    <TextField
      ref={field}
      label={t`Search`}
      type="search"
      autoFocus={autoFocus}
      placeholder={t`Texas, BLS, course, file…`}
      maxLength={200}
      end={
        hasKeyboard && (
          <kbd
            aria-hidden
            className="pointer-events-none mr-3 rounded-[6px] border border-line-strong px-2 text-muted text-sm"
          >
            /
          </kbd>
        )
      }
      value={typed}
      onChange={setTyped}
      autoComplete="off"
    />
  )
}

function TagAndSort({ search, tags, onChange }: ChoiceProps) {
  'use memo'
  const tagItems = [{ id: ANY, label: t`Any tag` }, ...tags.map((tag) => ({ id: `=${tag}`, label: tag }))]
  return (
    <>
      <SelectField
        label={t`Tag`}
        items={tagItems}
        value={search.tag ? `=${search.tag}` : ANY}
        onChange={(id) => onChange({ tag: id === ANY ? undefined : id.slice(1) })}
      />
      <SelectField
        label={t`Sort by`}
        items={sortings.map(({ id, label }) => ({ id, label: t(label) }))}
        value={search.sort ?? sortings[0].id}
        onChange={(id) => onChange({ sort: id === sortings[0].id ? undefined : id })}
      />
    </>
  )
}

const looks: Look[] = ['expired', 'expiring_soon', 'renewal_due', 'date_missing', 'active']
const choices = [...looks, 'archived'] as const

const chip =
  'relative inline-flex h-9 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 font-semibold text-sm transition-colors duration-150 after:absolute after:-inset-1'

/** Pressing a status selects it. Pressing it again deselects it. */
function Choices({ search, onChange }: Pick<ChoiceProps, 'search' | 'onChange'>) {
  'use memo'
  const { tag } = search
  const chosen = statusFilterOf(search)
  return (
    <fieldset className="scrolls-sideways -mx-4 flex min-w-0 gap-2 px-4 py-1.5 sm:mx-0 sm:px-0.5">
      <legend className="sr-only">{t`Filter by status`}</legend>
      {tag && (
        <button
          type="button"
          aria-label={t`Remove tag filter ${tag}`}
          onClick={() => onChange({ tag: undefined })}
          className={`max-w-48 border-accent bg-accent-soft text-accent-strong ${chip}`}
        >
          <span className="truncate">{tag}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      )}
      {choices.map((status) => {
        const isOnly = chosen === status
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isOnly}
            onClick={() => onChange({ status: isOnly ? undefined : status })}
            className={`${isOnly ? 'border-ink bg-sunken text-ink' : 'border-line-strong bg-surface text-muted hover:text-ink'} ${chip}`}
          >
            {status === 'archived' ? (
              <Archive aria-hidden className="size-4" />
            ) : (
              <StatusShape status={status} />
            )}
            {filterText(status)}
          </button>
        )
      })}
    </fieldset>
  )
}
