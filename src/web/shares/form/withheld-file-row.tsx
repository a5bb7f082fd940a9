import { FileText, Image } from 'lucide-react'
import { previewUrl } from '#web/files/api.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import type { CoverState } from '#web/shares/redaction/use-earlier-covers.ts'
import type { WithheldFile } from '#web/shares/redaction/use-redaction.ts'
import { Button } from '#web/ui/button.tsx'
import { earlierCoversText, redactedText } from './share-form-text.ts'

type WithheldFileRowProps = {
  file: WithheldFile
  /** The progress of covering it as in an earlier link; `null` if there is none. */
  cover: CoverState | null
  pictureIds: readonly string[]
  onCover(): void
  onLeaveOut(): void
}

export function WithheldFileRow({ file, cover, pictureIds, onCover, onLeaveOut }: WithheldFileRowProps) {
  const { locale, timeZone } = useUser()
  const Icon = file.kind === 'pdf' ? FileText : Image
  const isEarlier = cover === 'covering' || cover === 'covered'
  const leaveOutLabel = isEarlier ? t`Don’t cover, leave it out` : t`Leave it out`
  const earlier = file.earlier && earlierCoversText(file.earlier, { locale, timeZone })
  const text = cover === null || cover === 'declined' ? null : earlier?.[cover]
  return (
    <li className="grid grid-cols-1 gap-2 py-3">
      <div className="flex min-w-0 gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{file.name}</p>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            {text ?? (pictureIds.length > 0 ? redactedText(pictureIds.length) : t`Left out`)}
          </p>
        </div>
      </div>
      {cover === 'covered' && <CoveredPictures name={file.name} pictureIds={pictureIds} />}
      {isEarlier || pictureIds.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {cover !== 'covering' && (
            <Button
              aria-label={
                isEarlier
                  ? t`Edit the covered areas: ${file.name}`
                  : t`Change the covered areas: ${file.name}`
              }
              onPress={onCover}
            >
              {isEarlier ? t`Edit` : t`Change`}
            </Button>
          )}
          <Button tone="quiet" aria-label={`${leaveOutLabel}: ${file.name}`} onPress={onLeaveOut}>
            {leaveOutLabel}
          </Button>
        </div>
      ) : (
        <Button
          aria-label={t`Cover the number and share a picture: ${file.name}`}
          onPress={onCover}
          className="w-fit"
        >{t`Cover the number and share a picture`}</Button>
      )}
    </li>
  )
}

/** What visitors will see, as stored on the server; it scrolls sideways. */
function CoveredPictures({ name, pictureIds }: { name: string; pictureIds: readonly string[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element
      tabIndex={0}
      aria-label={t`Covered pictures of ${name}`}
      className="flex gap-2 overflow-x-auto outline-offset-2"
    >
      {pictureIds.map((id, index) => (
        <a key={id} href={previewUrl(id, 1600)} target="_blank" rel="noreferrer" className="shrink-0">
          <img
            src={previewUrl(id, 400)}
            alt={t`Covered page ${index + 1} of ${pictureIds.length}, opens larger`}
            className="h-40 w-auto max-w-full rounded-control border border-line"
          />
        </a>
      ))}
    </section>
  )
}
