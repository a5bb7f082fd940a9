import { EyeOff } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Redaction } from '#shared/shares/redaction.ts'
import { t } from '#web/i18n/t.ts'
import type { RedactedFile } from '#web/shares/redaction/redaction-dialog.tsx'
import type { useUploadedPictures, WithheldFile } from '#web/shares/redaction/use-redaction.ts'
import { boxesOf, type PageRedactions, pagesOf } from '#web/shares/redaction/use-redaction-boxes.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { withheldText } from './share-form-text.ts'
import type { ShareForm } from './share-values.ts'
import type { useShareDraft } from './use-share-draft.ts'
import { WithheldFileRow } from './withheld-file-row.tsx'

/** Whether to share files and numbers, and the files that are left out while numbers are hidden. */
export function NumberMaskingField({ form, withheld, earlierBoxes, pictures }: WithheldFileListProps) {
  const { control } = form
  const [hideNumber, includeFiles, resources] = useWatch({
    control,
    name: ['masks.hideNumber', 'includeFiles', 'resources'],
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        control={control}
        name="includeFiles"
        as={Switch}
        from={(isIncluded) => isIncluded !== false}
        label={t`Include files`}
        description={
          includeFiles === false && resources.some(({ resourceType }) => resourceType === 'file')
            ? t`The files you selected one by one are left out too.`
            : t`Cards, scans and certificates attached to what you chose.`
        }
      />
      <Field
        control={control}
        name="masks.hideNumber"
        as={Switch}
        label={t`Hide my numbers`}
        description={t`License and certificate numbers are replaced with dots everywhere in the link.`}
      />
      {hideNumber && includeFiles && resources.length > 0 && (
        <WithheldFileList form={form} withheld={withheld} earlierBoxes={earlierBoxes} pictures={pictures} />
      )}
    </div>
  )
}

type ShareNoteFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'isRequired' | 'multiline' | 'rows'
>

export function ShareNoteField(props: ShareNoteFieldProps) {
  return <TextField {...props} label={t`Note to the recipient`} isRequired={false} multiline rows={3} />
}

const RedactionDialog = lazyPart(
  () => import('#web/shares/redaction/redaction-dialog.tsx'),
  'RedactionDialog',
)

type WithheldFileListProps = {
  form: ShareForm
  withheld: ReturnType<typeof useShareDraft>['withheld']
  earlierBoxes: ReturnType<typeof useShareDraft>['earlierBoxes']
  pictures: ReturnType<typeof useUploadedPictures>
}

/** The files that are not shared while numbers are hidden, each left out or shared as covered pictures. */
function WithheldFileList({ form, withheld, earlierBoxes, pictures }: WithheldFileListProps) {
  const redactions = useWatch({ control: form.control, name: 'redactions' }) ?? []
  const [openFile, setOpenFile] = useState<WithheldFile | null>(null)
  const [drawings, setDrawings] = useState<ReadonlyMap<string, PageRedactions[]>>(new Map())
  const list = useRef<HTMLElement>(null)
  const files = withheld.data
  if (withheld.error) return <ProblemNote problem={withheld.error} onRetry={() => void withheld.refetch()} />
  if (!files) return <Skeleton className="h-28 w-full" />
  const redacted = new Map(redactions.map((one) => [one.fileId, one]))
  const count = files.filter(({ fileId }) => redacted.has(fileId)).length
  const isCovering = files.some(({ fileId }) => earlierBoxes.stateOf(fileId) === 'covering')

  function setRedactions(next: Redaction[]) {
    form.setValue('redactions', next, { shouldDirty: true })
  }
  function rememberDrawing(fileId: string, pages: PageRedactions[] | undefined) {
    if (pages) setDrawings(new Map(drawings).set(fileId, pages))
  }
  function use({ fileId, pictureIds, pages }: RedactedFile) {
    earlierBoxes.decline(fileId)
    pictures.drop(redacted.get(fileId)?.pictureIds ?? [])
    pictures.add(pictureIds)
    rememberDrawing(fileId, pages)
    const others = redactions.filter((one) => one.fileId !== fileId)
    setRedactions([...others, { fileId, pictureIds, covers: boxesOf(pages) }])
    setOpenFile(null)
  }
  function leaveOut(fileId: string) {
    earlierBoxes.decline(fileId)
    list.current?.focus({ preventScroll: true })
    pictures.drop(redacted.get(fileId)?.pictureIds ?? [])
    setRedactions(redactions.filter((one) => one.fileId !== fileId))
  }
  const earlierPages = ({ earlier }: WithheldFile) => (earlier ? pagesOf(earlier.covers) : undefined)

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t`Files and hidden numbers`}
      className="grid grid-cols-1 gap-3 rounded-card bg-sunken p-4 outline-none"
    >
      <p role="status" className="flex gap-2.5">
        <EyeOff aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <span>{isCovering ? t`Covering your files as before…` : withheldText(files.length, count)}</span>
      </p>
      {files.length > 0 && (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <WithheldFileRow
              key={file.fileId}
              file={file}
              redactionState={earlierBoxes.stateOf(file.fileId)}
              pictureIds={redacted.get(file.fileId)?.pictureIds ?? []}
              onRedact={() => setOpenFile(file)}
              onLeaveOut={() => leaveOut(file.fileId)}
            />
          ))}
        </ul>
      )}
      {openFile && (
        <RedactionDialog
          file={openFile}
          before={drawings.get(openFile.fileId) ?? earlierPages(openFile)}
          onUse={use}
          onClose={(pages) => {
            rememberDrawing(openFile.fileId, pages)
            setOpenFile(null)
          }}
        />
      )}
    </section>
  )
}
