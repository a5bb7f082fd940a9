import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ListTable } from '#shared/files/list-file.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

type ListExportProps = {
  /** The beginning of the file's name, such as `my-vault`. */
  name: string
  title: string
  /** The owner's calendar date. */
  today: string
  /** Everything that the list shows with its filters, across all pages. */
  load(): Promise<ListTable>
}

/** Downloads a list as it is shown, as CSV or for Excel. */
export function ListExportPicker({ name, title, today, load }: ListExportProps) {
  const [isPending, setPending] = useState(false)
  async function save(format: 'csv' | 'xlsx') {
    setPending(true)
    try {
      const [{ saveList }, table] = await Promise.all([import('./list-file-sheet.ts'), load()])
      await saveList(table, { name, title, today, format })
    } catch {
      showToast({ title: t`This list could not be exported`, description: t`Try again in a moment.` })
    }
    setPending(false)
  }
  return (
    <Menu
      aria-label={t`Export this list`}
      trigger={
        <Button tone="quiet" isPending={isPending} className="justify-self-start">
          <Download aria-hidden className="size-5" />
          {t`Export this list`}
        </Button>
      }
      items={[
        { id: 'xlsx', label: t`Excel (XLSX)`, onAction: () => void save('xlsx') },
        { id: 'csv', label: t`Spreadsheet (CSV)`, onAction: () => void save('csv') },
      ]}
    />
  )
}
