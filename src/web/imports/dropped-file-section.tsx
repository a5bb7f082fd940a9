import { useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, FileText, FolderArchive, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { MAX_IMPORT } from '#shared/ceu/entry.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { kindOfTable, type Table, type TableKind } from '#shared/imports/table-head.ts'
import { hasProvider, publisherIn, withProvider } from '#shared/imports/transcript-table.ts'
import { MAX_PAGES } from '#shared/reading/page.ts'
import { HeadRowPicker } from '#web/ceu/import/head-row-picker.tsx'
import { handFiles, handSheet } from '#web/files/handed-files.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { ImportCard } from '#web/transfer/import-card.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { CredentialTableSection } from './credential-table-section.tsx'
import { type NamedTable, type Understood, understandFile } from './dropped-file-sheet.ts'
import { coursesText } from './import-text.ts'

/** One dropped file: its kind, and the actions for it. */
export function DroppedFileSection({ file, onRemove }: { file: File; onRemove: () => void }) {
  const title = useId()
  const [understood, setUnderstood] = useState<Understood | null>(null)
  const today = useToday()
  const [firstDay] = useState(today)
  useEffect(() => {
    let isGone = false
    understandFile(file, firstDay)
      .catch(
        (): Understood => ({ kind: 'unreadable', reason: t`This file could not be read. Choose it again.` }),
      )
      .then((found) => !isGone && setUnderstood(found))
    return () => {
      isGone = true
    }
  }, [file, firstDay])
  const { Icon, text } = understood ? looks[understood.kind] : { Icon: FileText, text: msg`Reading…` }
  return (
    <section aria-labelledby={title} className="grid grid-cols-1 gap-4 border-line border-t pt-5">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 id={title} className="break-words text-lg">
            {file.name}
          </h2>
          <p role="status" className="text-muted">
            {t(text)}
          </p>
        </div>
        <IconButton
          label={t`Remove ${file.name} from this page`}
          icon={X}
          onPress={onRemove}
          className="-my-2 -mr-3"
        />
      </div>
      {!understood && <Skeleton className="h-32 w-full rounded-card" />}
      {understood?.kind === 'unreadable' && (
        <p role="alert" className="font-semibold text-expired">
          {understood.reason}
        </p>
      )}
      {understood?.kind === 'export' && <ImportCard file={file} />}
      {understood?.kind === 'document' && <DocumentChoice file={file} />}
      {understood?.kind === 'transcript' && <Transcript file={file} understood={understood} />}
      {understood?.kind === 'tables' && <TableReview file={file} tables={understood.tables} />}
    </section>
  )
}

const looks = {
  export: { Icon: FolderArchive, text: msg`An export of another Lanyard` },
  tables: { Icon: FileSpreadsheet, text: msg`Table` },
  transcript: { Icon: FileSpreadsheet, text: msg`Transcript: a list of courses` },
  document: { Icon: FileText, text: msg`Card, certificate or transcript` },
  unreadable: { Icon: TriangleAlert, text: msg`Not read` },
}

/** Documents are read on the pages where their details are reviewed. */
function DocumentChoice({ file }: { file: File }) {
  return (
    <div className="grid gap-3">
      <p className="max-w-[62ch] text-muted">
        {t`We read it in your browser and fill in the form for you to check. From a transcript you choose the courses to log.`}
      </p>
      <DocumentButtons file={file} />
    </div>
  )
}

function DocumentButtons({ file }: { file: File }) {
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        onPress={() => {
          handFiles([file])
          void navigate({ to: '/credentials/entries/new' })
        }}
      >
        {t`Log its courses`}
      </Button>
      <ButtonLink to="/upload" onClick={() => handFiles([file])}>
        {t`Add it as a credential`}
      </ButtonLink>
    </div>
  )
}

function Transcript({ file, understood }: { file: File; understood: Understood & { kind: 'transcript' } }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {understood.isCut && (
        <p role="alert" className="font-semibold">
          {t`Only its first ${MAX_PAGES} pages were read. Split the file to import the rest.`}
        </p>
      )}
      <Courses table={understood.table} publisher={understood.publisher} />
      <details>
        <summary className="cursor-pointer font-semibold">{t`This is not a list of courses`}</summary>
        <div className="pt-3">
          <DocumentButtons file={file} />
        </div>
      </details>
    </div>
  )
}

function TableReview({ file, tables }: { file: File; tables: NamedTable[] }) {
  const id = useId()
  const [at, setAt] = useState(0)
  const [changed, setChanged] = useState<{ at: number; table: Table } | null>(null)
  const [chosenKind, setKind] = useState<TableKind | null>(null)
  const named = tables[at] ?? tables[0]
  if (!named) return null
  const table = changed?.at === at ? changed.table : named.table
  const kind = chosenKind ?? (table === named.table ? named.kind : kindOfTable(table))
  const key = `${at} ${table.head}`
  const kinds = { credentials: t`A license or certification`, courses: t`A course` }
  const headText = table.head === null ? t`no row of names` : t`names in row ${table.head}`
  const reading = (
    <Disclosure id={`${id}-rows`} title={t`What is in each row?`} summary={`${kinds[kind]} · ${headText}`}>
      <RadioField
        label={t`What is in each row?`}
        items={[
          { id: 'credentials', label: kinds.credentials },
          { id: 'courses', label: kinds.courses },
        ]}
        value={kind}
        onChange={setKind}
      />
      <HeadRowPicker table={table} onChange={(next) => setChanged({ at, table: next })} />
    </Disclosure>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      {tables.length > 1 && (
        <SelectField
          label={t`Sheet`}
          items={tables.map(({ name, table: { rows } }, index) => ({
            id: String(index),
            label: t`${name} (${plural(rows.length, { one: '# row', other: '# rows' })})`,
          }))}
          value={String(at)}
          onChange={(next) => {
            setAt(Number(next))
            setKind(null)
          }}
        />
      )}
      {kind === 'credentials' ? (
        <CredentialTableSection key={key} fileName={file.name} table={table}>
          {reading}
        </CredentialTableSection>
      ) : (
        <Courses
          key={key}
          table={table}
          publisher={publisherIn(file.name, table.sheet.map(({ cells }) => cells.join(' ')).join('\n'))}
        >
          <div className="border-line border-t">{reading}</div>
        </Courses>
      )}
    </div>
  )
}

type CoursesProps = { table: Table; publisher: string | null; children?: ReactNode }

/** What is known of the courses of a table, and their provider if no column contains it. */
function Courses({ table, publisher, children }: CoursesProps) {
  const navigate = useNavigate()
  const needsProvider = !hasProvider(table.header)
  const [provider, setProvider] = useState(publisher ?? '')
  const limit = new Intl.NumberFormat(t.locale).format(MAX_IMPORT)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid max-w-[62ch] gap-2">
        <p className="break-words font-semibold">{coursesText(table)}</p>
        <p className="text-muted">
          {t`On the next page you choose the cycles that they count in and review every row. At most ${limit} rows can be imported at once.`}
        </p>
      </div>
      {needsProvider && (
        <TextField
          label={t`Who provided these courses?`}
          description={t`The file does not say. Leave it blank if they are from several providers.`}
          value={provider}
          onChange={setProvider}
          maxLength={200}
        />
      )}
      {children}
      <Button
        tone="primary"
        className="justify-self-start"
        onPress={() => {
          handSheet(withProvider(table, provider))
          void navigate({ to: '/credentials/entries/import' })
        }}
      >
        {t`Review the courses`}
      </Button>
    </div>
  )
}
