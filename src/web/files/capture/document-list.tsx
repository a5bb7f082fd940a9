import { ArrowUp, ArrowUpDown, Layers, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PictureSide, pictureSides, sideNames } from '#shared/files/picture-sides.ts'
import { FileThumbnail } from '#web/files/file-thumbnail-picture.tsx'
import { UploadCaution } from '#web/files/pdf-caution-view.tsx'
import { isPdf, isPicture, kindByName, type Upload, type Uploads } from '#web/files/use-uploads.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'

type DocumentListProps = {
  files: Uploads
  shownKey: string | undefined
  onShow: ((key: string) => void) | undefined
  onCombine: (() => void) | undefined
  /** Called before a pressed button disappears. */
  keepFocus(): void
}

/** The files of a record with their thumbnails, progress and order. */
export function DocumentList({ files, shownKey, onShow, onCombine, keepFocus }: DocumentListProps) {
  const { uploads } = files
  const accepted = uploads.filter(({ state }) => state !== 'refused')
  const sides = pictureSides(
    uploads.map((one) => ({ name: one.name, isPicture: isPicture(one) && accepted.includes(one) })),
  )
  const isMain = (upload: Upload) => accepted.length > 1 && upload === accepted[0]
  const back = uploads[sides.indexOf('Back')]
  const front = uploads[sides.indexOf('Front')]
  const combinable = uploads.filter((one) => one.state === 'sent' && (isPicture(one) || isPdf(one)))
  return (
    <>
      <ul aria-label={t`Files`} className="grid grid-cols-1 divide-y divide-line">
        {uploads.map((upload, at) => (
          <DocumentRow
            key={upload.key}
            upload={upload}
            label={sideText(sides[at]) ?? (isMain(upload) ? t`Main file` : null)}
            isShown={upload.key === shownKey && accepted.length > 1}
            onShow={onShow && (() => onShow(upload.key))}
            onMoveUp={
              upload.state === 'sent' && upload !== accepted[0] && sides[at] !== 'Back'
                ? () => files.moveUp(upload.key)
                : undefined
            }
            onCancel={() => {
              keepFocus()
              files.cancel(upload.key)
            }}
            onRetry={() => {
              keepFocus()
              void files.send(upload.key)
            }}
            onRemove={() => {
              keepFocus()
              files.remove(upload)
            }}
          />
        ))}
      </ul>
      <div className="flex flex-wrap empty:hidden">
        {front && back && (
          <Button tone="quiet" onPress={() => swap(files, front.key, back.key)}>
            <ArrowUpDown aria-hidden className="size-4" />
            <span>
              <Trans>
                Swap<span className="max-sm:sr-only"> front and back</span>
              </Trans>
            </span>
          </Button>
        )}
        {onCombine && combinable.length > 1 && (
          <Button tone="quiet" onPress={onCombine}>
            <Layers aria-hidden className="size-4" />
            {t`Combine into one PDF`}
          </Button>
        )}
      </div>
    </>
  )
}

const sideText = (side: PictureSide | null | undefined) => (side ? t(sideNames[side]) : null)

/** The back moves up until it is before the front. */
function swap(files: Uploads, frontKey: string, backKey: string): void {
  const place = (key: string) => files.uploads.findIndex((upload) => upload.key === key)
  for (let steps = place(backKey) - place(frontKey); steps > 0; steps -= 1) files.moveUp(backKey)
}

type RowProps = {
  upload: Upload
  label: string | null
  isShown: boolean
  onShow: (() => void) | undefined
  onMoveUp: (() => void) | undefined
  onCancel(): void
  onRetry(): void
  onRemove(): void
}

function DocumentRow({ upload, label, isShown, onShow, onMoveUp, onCancel, onRetry, onRemove }: RowProps) {
  const { name, size, state } = upload
  const kind = kindByName(name) ?? t`File`
  // Its bytes do not match its name.
  const thumbnailed = state === 'refused' ? { name, mimeType: '' } : upload
  return (
    <li className="flex min-h-16 items-center gap-1 py-1.5">
      {onShow ? (
        <button
          type="button"
          aria-label={t`Show ${name}`}
          aria-pressed={isShown}
          onClick={onShow}
          className={`cursor-pointer rounded-control ${isShown ? 'outline-2 outline-accent outline-offset-1' : ''}`}
        >
          <FileThumbnail of={thumbnailed} />
        </button>
      ) : (
        <FileThumbnail of={thumbnailed} />
      )}
      <div className="min-w-0 flex-1 pl-2">
        <p className="truncate font-semibold" title={name}>
          {label && <span className="text-accent-strong">{label} · </span>}
          {name}
        </p>
        <p className="text-muted text-sm">
          {kind}
          {size > 0 && ` · ${formatBytes(size)}`} · <StateText upload={upload} />
        </p>
        <UploadCaution upload={upload} />
        {state === 'sending' && (
          <progress
            aria-label={t`Uploading ${name}`}
            value={upload.progress}
            max={1}
            className="mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
        )}
      </div>
      {state === 'sending' && (
        <Button
          tone="quiet"
          onPress={onCancel}
          aria-label={t`Cancel uploading ${name}`}
          className="px-2"
        >{t`Cancel`}</Button>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <IconButton label={t`Try again: ${name}`} icon={RotateCw} onPress={onRetry} />
      )}
      {onMoveUp && <IconButton label={t`Move ${name} up`} icon={ArrowUp} onPress={onMoveUp} />}
      {state !== 'sending' && <IconButton label={t`Remove ${name}`} icon={X} onPress={onRemove} />}
    </li>
  )
}

function StateText({ upload }: { upload: Upload }): ReactNode {
  switch (upload.state) {
    case 'ready':
      return t`waiting`
    case 'cancelled':
      return t`not uploaded`
    case 'sending':
      return t`uploading, ${Math.round(upload.progress * 100)}%`
    case 'sent':
      return <span className="font-semibold text-active">{t`uploaded`}</span>
    default:
      return (
        <span role="alert" className="text-expired">
          {upload.reason}
        </span>
      )
  }
}
