import { Link, useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, FileText, FolderArchive, TriangleAlert, X } from 'lucide-react'
import Papa from 'papaparse'
import { useEffect, useId, useState } from 'react'
import { MAX_IMPORT } from '#shared/ceu/entry.ts'
import { handSheet } from '#web/ceu/import/handed-sheet.ts'
import { handFiles } from '#web/files/use-handed-files.ts'
import { ImportCard } from '#web/transfer/import-card.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CredentialTableSection } from './credential-table-section.tsx'
import { type TableSheet, type Understood, understandFile } from './dropped-file-sheet.ts'

/** One dropped file: what it is, and what can be done with it. */
export function DroppedFileSection({ file, onRemove }: { file: File; onRemove: () => void }) {
  const title = useId()
  const [understood, setUnderstood] = useState<Understood | null>(null)
  useEffect(() => {
    let isGone = false
    understandFile(file)
      .catch(
        (): Understood => ({ kind: 'unreadable', reason: 'This file could not be read. Choose it again.' }),
      )
      .then((found) => !isGone && setUnderstood(found))
    return () => {
      isGone = true
    }
  }, [file])
  const { Icon, text } = understood ? looks[understood.kind] : { Icon: FileText, text: 'Reading…' }
  return (
    <section aria-labelledby={title} className="grid grid-cols-1 gap-4 border-line border-t pt-5">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 id={title} className="break-words text-lg">
            {file.name}
          </h2>
          <p role="status" className="text-muted">
            {text}
          </p>
        </div>
        <IconButton label={`Remove ${file.name} from this page`} icon={X} onPress={onRemove} />
      </div>
      {!understood && <Skeleton className="h-32 w-full rounded-card" />}
      {understood?.kind === 'unreadable' && (
        <p role="alert" className="font-semibold text-expired">
          {understood.reason}
        </p>
      )}
      {understood?.kind === 'export' && <ImportCard file={file} />}
      {understood?.kind === 'document' && <DocumentChoice file={file} />}
      {understood && 'sheets' in understood && <Table file={file} understood={understood} />}
    </section>
  )
}

const looks = {
  export: { Icon: FolderArchive, text: 'A ZIP: an export of another Lanyard' },
  credentials: { Icon: FileSpreadsheet, text: 'A table' },
  courses: { Icon: FileSpreadsheet, text: 'A table' },
  document: { Icon: FileText, text: 'A document: a card, a certificate or a transcript' },
  unreadable: { Icon: TriangleAlert, text: 'Not read' },
}

/** Documents are read on the pages where their details are reviewed. */
function DocumentChoice({ file }: { file: File }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-3">
      <p className="max-w-[62ch] text-muted">
        We read it in your browser and fill in the form for you to check. From a transcript you choose the
        courses to log.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          onPress={() => {
            handFiles([file])
            void navigate({ to: '/credentials/entries/new' })
          }}
        >
          Log its courses
        </Button>
        <Link to="/upload" onClick={() => handFiles([file])} className={buttonClass({ tone: 'secondary' })}>
          Add it as a credential
        </Link>
      </div>
    </div>
  )
}

function Table({ file, understood }: { file: File; understood: Understood & { sheets: TableSheet[] } }) {
  const { sheets } = understood
  const [kind, setKind] = useState<'credentials' | 'courses'>(
    understood.kind === 'courses' ? 'courses' : 'credentials',
  )
  const [at, setAt] = useState(0)
  const sheet = sheets[at] ?? sheets[0]
  if (!sheet) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          items={sheets.map(({ name, rows }, index) => ({
            id: String(index),
            label: `${name} (${rows.length} rows)`,
          }))}
          value={String(at)}
          onChange={(id) => setAt(Number(id))}
        />
      )}
      <RadioField
        label="What is in each row?"
        items={[
          { id: 'credentials', label: 'A license or certification' },
          { id: 'courses', label: 'A course' },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === 'credentials' ? (
        <CredentialTableSection key={at} fileName={file.name} sheet={sheet} />
      ) : (
        <Courses sheet={sheet} />
      )}
    </div>
  )
}

function Courses({ sheet }: { sheet: TableSheet }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-3">
      <p className="max-w-[62ch] text-muted">
        {`${sheet.rows.length - 1} rows. On the next page you choose the cycles that they count in and review every row. At most ${MAX_IMPORT.toLocaleString('en-US')} rows can be imported at once.`}
      </p>
      <Button
        tone="primary"
        className="justify-self-start"
        onPress={() => {
          handSheet(Papa.unparse(sheet.rows.map(({ cells }) => [...cells])))
          void navigate({ to: '/credentials/entries/import' })
        }}
      >
        Review the courses
      </Button>
    </div>
  )
}
