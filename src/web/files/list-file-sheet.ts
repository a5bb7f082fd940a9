import { strToU8, zip } from 'fflate'
import { type ListTable, listCsv, listFileName } from '#shared/files/list-file.ts'
import { workbookParts } from '#shared/files/workbook-write.ts'
import { saveFile } from '#web/http/save-file.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads a list as a spreadsheet. `name` is for the file, `title` for the sheet. */
export async function saveList(
  table: ListTable,
  { name, title, today, format }: { name: string; title: string; today: string; format: 'csv' | 'xlsx' },
): Promise<void> {
  const bytes =
    format === 'csv'
      ? new Blob([listCsv(table)], { type: 'text/csv;charset=utf-8' })
      : new Blob([await workbook(table, title)], { type: xlsxType })
  saveFile(listFileName(name, today, format), bytes)
}

function workbook(table: ListTable, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts = [...workbookParts({ name, ...table })].map(([path, xml]) => [path, strToU8(xml)] as const)
  return new Promise((resolve, reject) =>
    zip(Object.fromEntries(parts), (error, data) =>
      error ? reject(error) : resolve(data as Uint8Array<ArrayBuffer>),
    ),
  )
}
