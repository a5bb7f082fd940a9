import { useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { readChecklist } from '#shared/requirements/checklist.ts'
import type { ListItem } from '#shared/requirements/item.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toItems } from './list-draft.ts'

type PasteDialogProps = { onClose(): void; onAdd(items: ListItem[]): void }

/** Reads a pasted checklist in the browser. */
export function PasteDialog({ onClose, onAdd }: PasteDialogProps) {
  const [text, setText] = useState('')
  const { items, leftOut } = readChecklist(text)
  const unclear = items.filter(({ needsCheck }) => needsCheck).length
  return (
    <Dialog
      title={t`Paste a checklist`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button
            tone="primary"
            isDisabled={items.length === 0}
            onPress={() => {
              onAdd(toItems(items))
              onClose()
            }}
          >
            {items.length === 0
              ? t`Add`
              : t`Add ${plural(items.length, { one: '# item', other: '# items' })}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <TextField
          label={t`The checklist`}
          multiline
          rows={10}
          value={text}
          onChange={setText}
          placeholder={'• Active RN license - CA or compact\n• BLS (AHA)\n• TB within 12 months\n• MMR titer'}
          description={t`One item per line, as your agency sent it. You can leave bullets, numbers and headings in.`}
        />
        <p role="status" className="text-muted text-sm">
          {unclear > 0 &&
            t`${plural(unclear, {
              one: '# not understood: it becomes a document to check.',
              other: '# not understood: they become documents to check.',
            })}`}{' '}
          {leftOut > 0 && t`${leftOut} more than a list can hold.`}
        </p>
      </div>
    </Dialog>
  )
}
