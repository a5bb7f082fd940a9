import { Camera, FileUp } from 'lucide-react'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/fields/drop-zone.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'

export const acceptedFiles = [...Object.keys(fileKinds), '.heic', '.heif']

type FileChooserProps = {
  isFirst: boolean
  /** The way into the form: filled, and as high as a document where one is shown. */
  isTall?: boolean
  onFiles(files: File[]): void
}

/** On phones the camera comes first; on wide screens there is a place to drop files. */
export function FileChooser({ isFirst, isTall = false, onFiles }: FileChooserProps) {
  const look = isFirst
    ? `grid place-content-center p-4 lg:justify-items-center ${isTall ? 'sm:p-8 lg:min-h-80' : ''}`
    : 'p-3 max-sm:border-0 max-sm:bg-transparent max-sm:p-0'
  return (
    <DropZone
      label={t`Drop files here`}
      onFiles={onFiles}
      className={(isTarget) =>
        `rounded-card border-2 border-dashed transition-colors duration-150 ${look} ${
          isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
        }`
      }
    >
      <div className="flex flex-wrap items-center gap-3 max-sm:*:flex-auto">
        <FileTrigger accept={['image/*']} usesCamera onSelect={onFiles}>
          <Button
            tone={isFirst && isTall ? 'primary' : 'secondary'}
            size={isFirst ? 'md' : 'sm'}
            className="sm:pointer-fine:hidden"
          >
            <Camera aria-hidden className="size-5" />
            {t`Take a photo`}
          </Button>
        </FileTrigger>
        <FileTrigger accept={acceptedFiles} allowsMultiple onSelect={onFiles}>
          <Button tone="secondary" size={isFirst ? 'md' : 'sm'}>
            <FileUp aria-hidden className="size-5" />
            {isFirst ? t`Choose files` : t`Add files`}
          </Button>
        </FileTrigger>
        <p className="text-muted max-sm:hidden pointer-coarse:hidden">{t`or drop or paste them here`}</p>
      </div>
      {isFirst && (
        <p className="mt-3 max-w-[46ch] text-muted text-sm">
          <Trans>
            PDF, JPEG, PNG, WebP or HEIC, up to 25 MB each, stored exactly as you took them. Only you can open
            them.
          </Trans>
        </p>
      )}
    </DropZone>
  )
}
