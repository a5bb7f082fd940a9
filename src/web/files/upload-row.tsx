import { RotateCw, X } from 'lucide-react'
import { formatBytes } from '#web/format/bytes.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { kindByName, type Upload } from './use-uploads.ts'

type RowProps = { upload: Upload; onCancel(): void; onRetry(): void; onRemove(): void }

/** One chosen file with its progress, and buttons to cancel, retry or remove it. */
export function UploadRow({ upload, onCancel, onRetry, onRemove }: RowProps) {
  const { name, size, state } = upload
  return (
    <li className="flex min-h-16 items-center gap-2 rounded-control border border-line bg-surface py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={name}>
          {name}
        </p>
        <p className="text-muted text-sm">
          {kindByName(name) ?? 'File'} · {formatBytes(size)} · <UploadStateText upload={upload} />
        </p>
        {state === 'sending' && (
          <progress
            aria-label={`Uploading ${name}`}
            value={upload.progress}
            max={1}
            className="mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
        )}
      </div>
      {state === 'sending' && (
        <Button tone="quiet" onPress={onCancel} aria-label={`Cancel uploading ${name}`}>
          Cancel
        </Button>
      )}
      {state === 'failed' && (
        <Button tone="secondary" onPress={onRetry} aria-label={`Try again: ${name}`}>
          <RotateCw aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Try again</span>
        </Button>
      )}
      {state !== 'sending' && <IconButton label={`Remove ${name}`} icon={X} onPress={onRemove} />}
    </li>
  )
}

function UploadStateText({ upload }: { upload: Upload }) {
  switch (upload.state) {
    case 'ready':
      return 'not uploaded'
    case 'sending':
      return `uploading, ${Math.round(upload.progress * 100)}%`
    case 'sent':
      return <span className="font-semibold text-active">uploaded</span>
    default:
      return (
        <span role="alert" className="text-expired">
          {upload.reason}
        </span>
      )
  }
}
