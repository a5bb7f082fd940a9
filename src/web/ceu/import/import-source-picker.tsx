import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { DropZone, FileTrigger } from 'react-aria-components'
import { sheetTemplate } from '#shared/ceu/spreadsheet.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { refusalOfSheet, textOf } from './use-import-sheet.ts'

/** `onText` answers whether there was a row in it. */
type SourceProps = { onText(text: string): boolean }

/** A file of rows, or rows out of the clipboard. */
export function SourcePicker({ onText }: SourceProps) {
  const [isTarget, setTarget] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const give = (text: string) =>
    setRefusal(onText(text) ? null : 'There is no row in it. Choose another one.')
  async function read(file: File | undefined) {
    if (!file) return
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const reason = refusalOfSheet(bytes)
      if (reason) setRefusal(reason)
      else give(textOf(bytes))
    } catch {
      setRefusal('This file could not be read. Choose it again.')
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <DropZone
        aria-label="Drop a CSV file here"
        onDropEnter={() => setTarget(true)}
        onDropExit={() => setTarget(false)}
        onDrop={async (event) => {
          setTarget(false)
          const item = event.items.find((one) => one.kind === 'file')
          if (item) await read(await item.getFile())
        }}
        className={`rounded-card border-2 border-dashed p-5 transition-colors duration-150 sm:p-8 ${
          isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
        }`}
      >
        <div className="flex flex-wrap items-center gap-3">
          <FileTrigger
            acceptedFileTypes={[
              '.csv',
              '.tsv',
              '.txt',
              'text/csv',
              'text/tab-separated-values',
              'text/plain',
            ]}
            onSelect={(list) => void read(list?.[0])}
          >
            <Button tone="primary">
              <FileUp aria-hidden className="size-5" />
              Choose a CSV file
            </Button>
          </FileTrigger>
          <p className="text-muted max-sm:hidden pointer-coarse:hidden">or drop it here</p>
        </div>
        <p className="mt-3 text-muted text-sm">
          One row for each course, 1,000 at most. Excel, Numbers and Google Sheets can save as CSV.
        </p>
      </DropZone>
      {refusal && (
        <p role="alert" className="font-semibold text-expired">
          {refusal}
        </p>
      )}
      <details className="group border-line border-y">
        <summary className="flex min-h-12 cursor-pointer items-center font-semibold">
          Paste rows instead
        </summary>
        <div className="grid gap-3 pt-2 pb-5">
          <TextField
            label="Rows"
            description="Copied from a spreadsheet, the row with the names of the columns first."
            value={pasted}
            onChange={setPasted}
            multiline
            rows={5}
            spellCheck={false}
          />
          <Button onPress={() => give(pasted)} isDisabled={pasted.trim() === ''} className="sm:w-fit">
            Read these rows
          </Button>
        </div>
      </details>
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        No file yet?
        <Button tone="quiet" onPress={saveTemplate}>
          Download a template
        </Button>
      </p>
    </div>
  )
}

/** With the mark by which Excel knows UTF-8. */
function saveTemplate(): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', sheetTemplate], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'lanyard-ce-template.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
