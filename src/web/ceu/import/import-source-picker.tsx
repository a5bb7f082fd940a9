import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { readCourseColumns } from '#shared/imports/course-columns.ts'
import { sheetTemplate } from '#shared/imports/course-table.ts'
import { type Table, tablesIn } from '#shared/imports/table-head.ts'
import { type ReadTable, readTable, readText } from '#web/files/table-sheet.ts'
import { saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/fields/drop-zone.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type ImportSourcePickerProps = { onTable(table: Table): void }

/** A spreadsheet or a CSV file, or pasted rows. */
export function ImportSourcePicker({ onTable }: ImportSourcePickerProps) {
  const [error, setError] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  function load(read: ReadTable) {
    if (read.kind === 'refused') return setError(read.reason)
    if (read.kind === 'other')
      return setError(t`This is not a table. Choose an Excel workbook (XLSX) or a CSV file.`)
    // The table with the most known columns is the one of courses.
    const tables = read.sheets.flatMap(({ rows }) => tablesIn(rows))
    const [best] = tables.sort((a, b) => columnsKnown(b) - columnsKnown(a))
    if (!best || best.rows.length === 0) return setError(t`It contains no rows. Choose another file.`)
    setError(null)
    onTable(best)
  }
  async function read(file: File | undefined) {
    if (!file) return
    try {
      load(await readTable(new Uint8Array(await file.arrayBuffer()), file.name))
    } catch {
      setError(t`This file could not be read. Choose it again.`)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <DropZone
        label={t`Drop a file here`}
        onFiles={([file]) => file && void read(file)}
        className={(isTarget) =>
          `rounded-card border-2 border-dashed p-5 transition-colors duration-150 sm:p-8 ${
            isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
          }`
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          <FileTrigger
            accept={[
              '.xlsx',
              '.csv',
              '.xls',
              '.tsv',
              '.txt',
              'text/csv',
              'text/tab-separated-values',
              'text/plain',
            ]}
            onSelect={([file]) => void read(file)}
          >
            <Button tone="primary">
              <FileUp aria-hidden className="size-5" />
              {t`Choose a file`}
            </Button>
          </FileTrigger>
          <p className="text-muted max-sm:hidden pointer-coarse:hidden">{t`or drop it here`}</p>
        </div>
        <p className="mt-3 text-muted text-sm">
          <Trans>
            Excel (XLSX) or CSV, one row per course, up to 1,000 rows. Of a workbook, the sheet that looks
            most like a list of courses is read.
          </Trans>
        </p>
      </DropZone>
      {error && (
        <p role="alert" className="font-semibold text-expired">
          {error}
        </p>
      )}
      <details className="group border-line border-y">
        <summary className="flex min-h-12 cursor-pointer items-center font-semibold">{t`Paste rows instead`}</summary>
        <div className="grid gap-3 pt-2 pb-5">
          <TextField
            label={t`Rows`}
            description={t`Copy them from a spreadsheet, with the column names in the first row.`}
            value={pasted}
            onChange={setPasted}
            multiline
            rows={5}
            spellCheck={false}
          />
          <Button
            onPress={() => load(readText(pasted, ''))}
            isDisabled={pasted.trim() === ''}
            className="sm:w-fit"
          >{t`Use these rows`}</Button>
        </div>
      </details>
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t`Don’t have a file?`}
        <Button tone="quiet" onPress={saveTemplate}>{t`Download a template`}</Button>
      </p>
    </div>
  )
}

const columnsKnown = ({ header, rows }: Table) =>
  readCourseColumns(
    header,
    rows.map(({ cells }) => cells),
  ).uses.filter((use) => use !== null).length

/** Excel recognizes UTF-8 by the byte order mark. */
function saveTemplate(): void {
  saveFile(
    'lanyard-ce-template.csv',
    new Blob(['\uFEFF', sheetTemplate(t)], { type: 'text/csv;charset=utf-8' }),
  )
}
