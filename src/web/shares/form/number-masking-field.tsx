import { EyeOff, FileText, Image } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { Redaction } from '#shared/shares/redaction.ts'
import type { RedactedFile } from '#web/shares/redaction/redaction-dialog.tsx'
import type { useUploadedPictures, WithheldFile } from '#web/shares/redaction/use-redaction.ts'
import type { PageRedactions } from '#web/shares/redaction/use-redaction-boxes.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { redactedText, withheldText } from './share-form-text.ts'
import type { ShareForm } from './share-values.ts'
import type { useShareDraft } from './use-share-draft.ts'

const RedactionDialog = lazy(() =>
  import('#web/shares/redaction/redaction-dialog.tsx').then((module) => ({
    default: module.RedactionDialog,
  })),
)

type NumberMaskingFieldProps = {
  form: ShareForm
  withheld: ReturnType<typeof useShareDraft>['withheld']
  pictures: ReturnType<typeof useUploadedPictures>
}

/** Whether to share files and numbers, and the files that hidden numbers keep back. */
export function NumberMaskingField({ form, withheld, pictures }: NumberMaskingFieldProps) {
  const { control } = form
  const [hideNumber, includeFiles, resources] = useWatch({
    control,
    name: ['masks.hideNumber', 'includeFiles', 'resources'],
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Controller
        name="includeFiles"
        control={control}
        render={({ field: { value, ...field } }) => (
          <Switch
            {...field}
            label="Include files"
            description={
              value === false && resources.some(({ resourceType }) => resourceType === 'file')
                ? 'The files you selected one by one are left out too.'
                : 'Cards, scans and certificates attached to what you chose.'
            }
            isSelected={value !== false}
          />
        )}
      />
      <Controller
        name="masks.hideNumber"
        control={control}
        render={({ field: { value, ...field } }) => (
          <Switch
            {...field}
            label="Hide my numbers"
            description="License and certificate numbers are replaced with dots everywhere in the link."
            isSelected={value === true}
          />
        )}
      />
      {hideNumber && includeFiles && resources.length > 0 && (
        <Withheld form={form} withheld={withheld} pictures={pictures} />
      )}
    </div>
  )
}

function Withheld({ form, withheld, pictures }: NumberMaskingFieldProps) {
  const redactions = useWatch({ control: form.control, name: 'redactions' }) ?? []
  const [openFile, setOpenFile] = useState<WithheldFile | null>(null)
  const [drawings, setDrawings] = useState<ReadonlyMap<string, PageRedactions[]>>(new Map())
  const list = useRef<HTMLElement>(null)
  const files = withheld.data
  if (withheld.error) return <ProblemNote problem={withheld.error} onRetry={() => void withheld.refetch()} />
  if (!files) return <Skeleton className="h-28 w-full" />
  const redacted = new Map(redactions.map((one) => [one.fileId, one]))
  const count = files.filter(({ fileId }) => redacted.has(fileId)).length

  function setRedactions(next: Redaction[]) {
    form.setValue('redactions', next, { shouldDirty: true })
  }
  function rememberDrawing(fileId: string, pages: PageRedactions[] | undefined) {
    if (pages) setDrawings(new Map(drawings).set(fileId, pages))
  }
  function use({ fileId, pictureIds, pages }: RedactedFile) {
    pictures.drop(redacted.get(fileId)?.pictureIds ?? [])
    pictures.add(pictureIds)
    rememberDrawing(fileId, pages)
    setRedactions([...redactions.filter((one) => one.fileId !== fileId), { fileId, pictureIds }])
    setOpenFile(null)
  }
  function leaveOut(fileId: string) {
    list.current?.focus({ preventScroll: true })
    pictures.drop(redacted.get(fileId)?.pictureIds ?? [])
    setRedactions(redactions.filter((one) => one.fileId !== fileId))
  }

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label="Files and hidden numbers"
      className="grid grid-cols-1 gap-3 rounded-card bg-sunken p-4 outline-none"
    >
      <p role="status" className="flex gap-2.5">
        <EyeOff aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <span>{withheldText(files.length, count)}</span>
      </p>
      {files.length > 0 && (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <WithheldRow
              key={file.fileId}
              file={file}
              pictures={redacted.get(file.fileId)?.pictureIds.length ?? 0}
              onCover={() => setOpenFile(file)}
              onLeaveOut={() => leaveOut(file.fileId)}
            />
          ))}
        </ul>
      )}
      {openFile && (
        <Suspense fallback={null}>
          <RedactionDialog
            file={openFile}
            before={drawings.get(openFile.fileId)}
            onUse={use}
            onClose={(pages) => {
              rememberDrawing(openFile.fileId, pages)
              setOpenFile(null)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

type WithheldRowProps = { file: WithheldFile; pictures: number; onCover(): void; onLeaveOut(): void }

function WithheldRow({ file, pictures, onCover, onLeaveOut }: WithheldRowProps) {
  const Icon = file.kind === 'pdf' ? FileText : Image
  return (
    <li className="grid grid-cols-1 gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{file.name}</p>
          <p className="text-muted text-sm">{pictures > 0 ? redactedText(pictures) : 'Left out'}</p>
        </div>
      </div>
      {pictures > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button aria-label={`Change the covered areas: ${file.name}`} onPress={onCover}>
            Change
          </Button>
          <Button tone="quiet" aria-label={`Leave it out: ${file.name}`} onPress={onLeaveOut}>
            Leave it out
          </Button>
        </div>
      ) : (
        <Button
          aria-label={`Cover the number and share a picture: ${file.name}`}
          onPress={onCover}
          className="w-fit"
        >
          Cover the number and share a picture
        </Button>
      )}
    </li>
  )
}
