import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { ItemInput, ListItem } from '#shared/requirements/item.ts'
import { listTemplates } from '#shared/requirements/templates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { AskedText } from './asked-view.tsx'
import { type ListDraft, readChosenFile, toItems } from './list-draft.ts'
import { PasteDialog } from './paste-dialog.tsx'

const ItemDialog = lazyPart(() => import('./item-dialog.tsx'), 'ItemDialog')

type ItemsFieldProps = {
  value: readonly ListItem[]
  errorMessage: string | null
  /** A link holds fewer items than a stored list. */
  max: number
  onChange(items: ListItem[]): void
  /** A file may also have a name and dates. */
  onImport(draft: Partial<ListDraft>): void
}

/** The items, typed one by one or taken from a checklist, a file or an example. */
export function ItemsField({ value: items, errorMessage, max, onChange, onImport }: ItemsFieldProps) {
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const [isPasting, setPasting] = useState(false)
  const add = (more: readonly ListItem[]) => onChange([...items, ...more].slice(0, max))
  const isFull = items.length >= max
  return (
    <section aria-labelledby="items-title" className="grid grid-cols-1 gap-3">
      <h2 id="items-title" className="text-lg">
        {items.length === 0 ? t`Items` : t`${plural(items.length, { one: '# item', other: '# items' })}`}
      </h2>
      {errorMessage && (
        <p role="alert" className="font-semibold text-expired text-sm">
          {errorMessage}
        </p>
      )}
      {items.length > 0 && (
        <ItemRows items={items} onEdit={setEdited} onRemove={(at) => onChange(items.toSpliced(at, 1))} />
      )}
      {isFull && <p className="text-muted text-sm">{t`That is the maximum of ${max} items.`}</p>}
      <div className="flex flex-wrap gap-2">
        <Button isDisabled={isFull} onPress={() => setPasting(true)}>{t`Paste a checklist`}</Button>
        <Button isDisabled={isFull} onPress={() => setEdited('new')}>
          <Plus aria-hidden className="size-5" />
          {t`Add an item`}
        </Button>
        <SourceButtons onImport={onImport} />
      </div>
      {isPasting && <PasteDialog onClose={() => setPasting(false)} onAdd={add} />}
      {edited !== null && (
        <ItemDialog
          item={edited === 'new' ? null : (items[edited] ?? null)}
          onClose={() => setEdited(null)}
          onSave={(item) => {
            if (edited === 'new') add([item])
            else onChange(items.with(edited, item))
            setEdited(null)
          }}
        />
      )}
    </section>
  )
}

type ItemRowsProps = { items: readonly ListItem[]; onEdit(at: number): void; onRemove(at: number): void }

function ItemRows({ items, onEdit, onRemove }: ItemRowsProps) {
  const { user } = useSession()
  const format = (date: string) => formatDate(date, user?.locale ?? null)
  return (
    <ul className="divide-y divide-line border-line border-y">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their rows no state
        <li key={at} className="flex items-center gap-1 py-2">
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <p className="font-semibold">{item.title}</p>
            <AskedText item={item} format={format} />
            {item.needsCheck && (
              <p className="font-semibold text-renewal text-sm">{t`Not understood: please check.`}</p>
            )}
          </div>
          <IconButton icon={Pencil} label={t`Edit ${item.title}`} onPress={() => onEdit(at)} />
          <IconButton icon={Trash2} label={t`Remove ${item.title}`} onPress={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  )
}

/** The words of an example become the owner's own. */
function inLanguage(item: ItemInput): ItemInput {
  return { ...item, title: t(item.title), ...(item.note && { note: t(item.note) }) }
}

type SourceButtonsProps = { onImport(draft: Partial<ListDraft>): void }

/** A list from a file, or one of the built-in examples. */
function SourceButtons({ onImport }: SourceButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function read(file: File | undefined) {
    if (!file) return
    const result = await readChosenFile(file).catch(() => ({ problem: t`This file could not be read.` }))
    setProblem('problem' in result ? result.problem : null)
    if ('draft' in result) onImport(result.draft)
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <Menu
        aria-label={t`Examples`}
        trigger={<Button>{t`Start from an example`}</Button>}
        items={listTemplates.map(({ id, name, items }) => ({
          id,
          label: t(name),
          onAction: () => onImport({ name: t(name), items: toItems(items.map(inLanguage)) }),
        }))}
      />
      <Button onPress={() => input.current?.click()}>
        <FileUp aria-hidden className="size-5" />
        {t`Import a file`}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.csv,application/json,text/csv"
        aria-label={t`A list as JSON or CSV`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {problem && (
        <p role="alert" className="w-full font-semibold text-expired text-sm [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
    </>
  )
}
