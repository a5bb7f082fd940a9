import { EyeOff, FileText, Image } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { Redaction } from '#shared/shares/share.ts'
import type { Covered } from '#web/shares/redaction/redaction-dialog.tsx'
import type { useSentPictures, WithheldFile } from '#web/shares/redaction/use-redaction.ts'
import type { Marks } from '#web/shares/redaction/use-redaction-boxes.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { coveredText, withheldText } from './share-form-text.ts'
import type { ShareForm, useShareDraft } from './use-share-draft.ts'

const RedactDialog = lazy(() =>
  import('#web/shares/redaction/redaction-dialog.tsx').then((module) => ({ default: module.RedactDialog })),
)

type NumbersFieldProps = {
  form: ShareForm
  withheld: ReturnType<typeof useShareDraft>['withheld']
  pictures: ReturnType<typeof useSentPictures>
}

/** Numbers and files: what a hidden number keeps back, and what she may show in its place. */
export function ShareNumbersField({ form, withheld, pictures }: NumbersFieldProps) {
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
            label="Show the files too"
            description={
              value === false && resources.some(({ resourceType }) => resourceType === 'file')
                ? 'The files that you chose one by one stay behind too.'
                : 'Cards, scans and certificates that hang on what you chose.'
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
            description="License and certificate numbers become dots wherever they stand in the link."
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

function Withheld({ form, withheld, pictures }: NumbersFieldProps) {
  const redactions = useWatch({ control: form.control, name: 'redactions' }) ?? []
  const [open, setOpen] = useState<WithheldFile | null>(null)
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Marks[]>>(new Map())
  const list = useRef<HTMLElement>(null)
  const files = withheld.data
  if (withheld.error) return <ProblemNote problem={withheld.error} onRetry={() => void withheld.refetch()} />
  if (!files) return <Skeleton className="h-28 w-full" />
  const covered = new Map(redactions.map((one) => [one.fileId, one]))
  const count = files.filter(({ fileId }) => covered.has(fileId)).length

  function put(next: Redaction[]) {
    form.setValue('redactions', next, { shouldDirty: true })
  }
  function remember(fileId: string, marks: Marks[] | undefined) {
    if (marks) setDrawn(new Map(drawn).set(fileId, marks))
  }
  function use({ fileId, pictureIds, marks }: Covered) {
    pictures.drop(covered.get(fileId)?.pictureIds ?? [])
    pictures.add(pictureIds)
    remember(fileId, marks)
    put([...redactions.filter((one) => one.fileId !== fileId), { fileId, pictureIds }])
    setOpen(null)
  }
  function leaveBehind(fileId: string) {
    list.current?.focus({ preventScroll: true })
    pictures.drop(covered.get(fileId)?.pictureIds ?? [])
    put(redactions.filter((one) => one.fileId !== fileId))
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
              pictures={covered.get(file.fileId)?.pictureIds.length ?? 0}
              onCover={() => setOpen(file)}
              onLeave={() => leaveBehind(file.fileId)}
            />
          ))}
        </ul>
      )}
      {open && (
        <Suspense fallback={null}>
          <RedactDialog
            file={open}
            before={drawn.get(open.fileId)}
            onUse={use}
            onClose={(marks) => {
              remember(open.fileId, marks)
              setOpen(null)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

type WithheldRowProps = { file: WithheldFile; pictures: number; onCover(): void; onLeave(): void }

function WithheldRow({ file, pictures, onCover, onLeave }: WithheldRowProps) {
  const Icon = file.kind === 'pdf' ? FileText : Image
  return (
    <li className="grid grid-cols-1 gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="flex min-w-0 gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{file.name}</p>
          <p className="text-muted text-sm">{pictures > 0 ? coveredText(pictures) : 'Stays behind'}</p>
        </div>
      </div>
      {pictures > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button aria-label={`Change what is covered: ${file.name}`} onPress={onCover}>
            Change
          </Button>
          <Button tone="quiet" aria-label={`Leave it behind: ${file.name}`} onPress={onLeave}>
            Leave it behind
          </Button>
        </div>
      ) : (
        <Button
          aria-label={`Cover the number and show a picture: ${file.name}`}
          onPress={onCover}
          className="w-fit"
        >
          Cover the number and show a picture
        </Button>
      )}
    </li>
  )
}
