import { Archive, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Look } from '#shared/credentials/status.ts'
import { StatusShape, statusText } from '#web/credentials/status-mark.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { type CredentialSearch, sortings } from './use-credential-filter.ts'

const PAUSE_MS = 150
const ANY = 'any'

type FilterFormProps = { search: CredentialSearch; tags: string[]; onChange(next: CredentialSearch): void }

/** Search as you type. The URL keeps all of it, so going back finds the same badges. */
export function FilterForm({ search, tags, onChange }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false)
  const selects = <TagAndSort search={search} tags={tags} onChange={onChange} />
  return (
    <search className="grid gap-2">
      <div className="flex items-end gap-3">
        <SearchField given={search.q ?? ''} onSearch={(q) => onChange({ q })} />
        <div className="hidden w-104 shrink-0 grid-cols-2 gap-3 lg:grid">{selects}</div>
        <IconButton
          label="Tag and sort order"
          icon={SlidersHorizontal}
          onPress={() => setOpen(true)}
          className="border border-line-strong bg-surface lg:hidden"
        />
      </div>
      <Choices search={search} onChange={onChange} />
      <Dialog title="Tag and sort order" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <div className="grid gap-5 pb-4">{selects}</div>
      </Dialog>
    </search>
  )
}

function SearchField({ given, onSearch }: { given: string; onSearch(q: string | undefined): void }) {
  const [typed, setTyped] = useState(given)
  const [lastGiven, setLastGiven] = useState(given)
  // The URL changed for another reason, such as going back: update the text.
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
      label="Search"
      type="search"
      placeholder="Texas, BLS, travel…"
      value={typed}
      onChange={setTyped}
      autoComplete="off"
    />
  )
}

const sortItems = sortings.map(({ id, label }) => ({ id, label }))

function TagAndSort({ search, tags, onChange }: FilterFormProps) {
  const tagItems = [{ id: ANY, label: 'Any tag' }, ...tags.map((tag) => ({ id: `=${tag}`, label: tag }))]
  return (
    <>
      <SelectField
        label="Tag"
        items={tagItems}
        value={search.tag ? `=${search.tag}` : ANY}
        onChange={(id) => onChange({ tag: id === ANY ? undefined : id.slice(1) })}
      />
      <SelectField
        label="Sort by"
        items={sortItems}
        value={search.sort ?? sortings[0].id}
        onChange={(id) => onChange({ sort: id === sortings[0].id ? undefined : id })}
      />
    </>
  )
}

const looks: Look[] = ['expired', 'expiring_soon', 'renewal_due', 'date_missing', 'active']
const ARCHIVED = 'archived'

const chip =
  'relative inline-flex h-9 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 font-semibold text-sm transition-colors duration-150 after:absolute after:-inset-1'

/** One press selects a status, another deselects it. */
function Choices({ search, onChange }: Pick<FilterFormProps, 'search' | 'onChange'>) {
  const { tag } = search
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1.5 sm:mx-0 sm:px-0.5">
      <legend className="sr-only">Filter by status</legend>
      {tag && (
        <button
          type="button"
          aria-label={`Remove tag filter ${tag}`}
          onClick={() => onChange({ tag: undefined })}
          className={`max-w-48 border-accent bg-accent-soft text-accent-strong ${chip}`}
        >
          <span className="truncate">{tag}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      )}
      {[...looks, ARCHIVED].map((status) => {
        const isOnly = search.status === status
        const look = looks.find((one) => one === status)
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isOnly}
            onClick={() => onChange({ status: isOnly ? undefined : status })}
            className={`${isOnly ? 'border-ink bg-sunken text-ink' : 'border-line-strong bg-surface text-muted hover:text-ink'} ${chip}`}
          >
            {look ? <StatusShape status={look} /> : <Archive aria-hidden className="size-4" />}
            {look ? statusText(look) : 'Archived'}
          </button>
        )
      })}
    </fieldset>
  )
}
