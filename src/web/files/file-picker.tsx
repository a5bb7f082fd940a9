import { Camera, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { DropZone, FileTrigger } from 'react-aria-components'
import { fileKinds, MAX_FILES_PER_RECORD } from '#shared/files/file.ts'
import { Button } from '#web/ui/button.tsx'
import { UploadRow } from './upload-row.tsx'
import type { Uploads } from './use-uploads.ts'

const accepted = [...Object.keys(fileKinds), '.heic', '.heif']
const plural = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`

/**
 * Chooses files (drop, pick or photograph), lists them and uploads them. `others` is the number of files that the
 * record already has.
 */
export function FilePicker({ files, others = 0 }: { files: Uploads; others?: number }) {
  const { uploads, waiting, isSending } = files
  const area = useRef<HTMLFieldSetElement>(null)
  const refused = uploads.filter(({ state }) => state === 'refused').length
  const room = MAX_FILES_PER_RECORD - others - (uploads.length - refused)
  // The pressed button disappears, so the focus moves to the files.
  const stay = () => area.current?.focus({ preventScroll: true })
  return (
    <fieldset ref={area} tabIndex={-1} className="grid min-w-0 grid-cols-1 gap-4 outline-none">
      <legend className="sr-only">Documents</legend>
      {room > 0 ? (
        <Chooser isFirst={uploads.length === 0} onFiles={(chosen) => files.add(chosen.slice(0, room))} />
      ) : (
        <p className="text-muted">{`You can attach at most ${plural(MAX_FILES_PER_RECORD)}. Remove one to add another.`}</p>
      )}
      {uploads.length > 0 && (
        <ul aria-label="Files" className="grid grid-cols-1 gap-2">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onCancel={() => {
                stay()
                files.cancel(upload.key)
              }}
              onRetry={() => {
                stay()
                void files.send(upload.key)
              }}
              onRemove={() => {
                stay()
                files.remove(upload)
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {files.ids.length > 0 && !isSending && `${plural(files.ids.length)} uploaded`}
      </p>
      {waiting > 0 && (
        <Button
          tone={others === 0 ? 'primary' : 'secondary'}
          isPending={isSending}
          onPress={() => {
            stay()
            void files.sendAll()
          }}
          className="sm:w-fit"
        >
          Upload {plural(waiting)}
        </Button>
      )}
    </fieldset>
  )
}

/** On phones the camera comes first; on wide screens there is a drop zone. */
function Chooser({ isFirst, onFiles }: { isFirst: boolean; onFiles(files: File[]): void }) {
  const [isTarget, setTarget] = useState(false)
  return (
    <DropZone
      aria-label="Drop files here"
      onDropEnter={() => setTarget(true)}
      onDropExit={() => setTarget(false)}
      onDrop={async (event) => {
        setTarget(false)
        const dropped = event.items.filter((item) => item.kind === 'file')
        onFiles(await Promise.all(dropped.map((item) => item.getFile())))
      }}
      className={`rounded-card border-2 border-dashed transition-colors duration-150 ${isFirst ? 'p-5 sm:p-8' : 'p-3'} ${
        isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
      }`}
    >
      <div className="flex flex-wrap items-center gap-3 max-sm:*:flex-auto">
        <FileTrigger
          acceptedFileTypes={['image/*']}
          defaultCamera="environment"
          onSelect={(list) => onFiles([...(list ?? [])])}
        >
          <Button tone="secondary" className="sm:pointer-fine:hidden">
            <Camera aria-hidden className="size-5" />
            Take a photo
          </Button>
        </FileTrigger>
        <FileTrigger
          acceptedFileTypes={accepted}
          allowsMultiple
          onSelect={(list) => onFiles([...(list ?? [])])}
        >
          <Button tone="secondary">
            <FileUp aria-hidden className="size-5" />
            {isFirst ? 'Choose files' : 'Add files'}
          </Button>
        </FileTrigger>
        <p className="text-muted max-sm:hidden pointer-coarse:hidden">or drop them here</p>
      </div>
      {isFirst && (
        <p className="mt-3 text-muted text-sm">
          PDF, JPEG, PNG, WebP or HEIC, up to 25 MiB each. Front and back can be separate files.
        </p>
      )}
    </DropZone>
  )
}
