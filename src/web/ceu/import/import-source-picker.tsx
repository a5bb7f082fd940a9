import { FileUp } from 'lucide-react'
import Papa from 'papaparse'
import { useState } from 'react'
import { sheetTemplate } from '#shared/imports/course-table.ts'
import { saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/fields/drop-zone.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { decodeSheet, sheetError } from './import-sheet.ts'

/** `onText` returns false if the text has no rows. */
type ImportSourcePickerProps = { onText(text: string): boolean }

/** A CSV file, or pasted rows. */
export function ImportSourcePicker({ onText }: ImportSourcePickerProps) {
  const [error, setError] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const load = (text: string) => setError(onText(text) ? null : t`It contains no rows. Choose another file.`)
  async function read(file: File | undefined) {
    if (!file) return
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      if (bytes[0] === 0x50 && bytes[1] === 0x4b) return await readWorkbook(bytes)
      const reason = sheetError(bytes)
      if (reason) setError(reason)
      else load(decodeSheet(bytes))
    } catch {
      setError(t`This file could not be read. Choose it again.`)
    }
  }
  async function readWorkbook(bytes: Uint8Array) {
    const { isWorkbook, sheetsOf } = await import('#web/files/workbook-sheet.ts')
    if (!isWorkbook(bytes)) return setError(sheetError(bytes))
    try {
      load(Papa.unparse(sheetsOf(bytes)[0]?.rows ?? []))
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : t`This workbook could not be read.`)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <DropZone
        label={t`Drop a CSV file here`}
        onFiles={([file]) => file && void read(file)}
        className={(isTarget) =>
          `rounded-card border-2 border-dashed p-5 transition-colors duration-150 sm:p-8 ${
            isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
          }`
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          <FileTrigger
            accept={['.csv', '.xlsx', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values', 'text/plain']}
            onSelect={([file]) => void read(file)}
          >
            <Button tone="primary">
              <FileUp aria-hidden className="size-5" />
              {t`Choose a CSV file`}
            </Button>
          </FileTrigger>
          <p className="text-muted max-sm:hidden pointer-coarse:hidden">{t`or drop it here`}</p>
        </div>
        <p className="mt-3 text-muted text-sm">
          <Trans>
            One row per course, up to 1,000 rows. Of a workbook (XLSX), the first sheet with rows is read.
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
            onPress={() => load(pasted)}
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

/** Excel recognizes UTF-8 by the byte order mark. */
function saveTemplate(): void {
  saveFile(
    'lanyard-ce-template.csv',
    new Blob(['\uFEFF', sheetTemplate(t)], { type: 'text/csv;charset=utf-8' }),
  )
}
