import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ItemInput } from '#shared/requirements/item.ts'
import { listTemplates } from '#shared/requirements/templates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { type ListDraft, readChosenFile, toItems } from './list-draft.ts'

/** The words of an example become the owner's own. */
function inLanguage(item: ItemInput): ItemInput {
  return { ...item, title: t(item.title), ...(item.note && { note: t(item.note) }) }
}

type SourceButtonsProps = { onImport(draft: Partial<ListDraft>): void }

/** A list from a file, or one of the built-in examples. */
export function SourceButtons({ onImport }: SourceButtonsProps) {
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
