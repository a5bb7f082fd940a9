import { FileText, Image } from 'lucide-react'
import { previewUrl } from '#web/files/api.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import type { RedactionState } from '#web/shares/redaction/use-earlier-boxes.ts'
import type { WithheldFile } from '#web/shares/redaction/use-redaction.ts'
import { Button } from '#web/ui/button.tsx'
import { earlierBoxesText, redactedText } from './share-form-text.ts'

type WithheldFileRowProps = {
  file: WithheldFile
  /** The progress of covering the file like in an earlier link; `null` if there is no progress to show. */
  redactionState: RedactionState | null
  pictureIds: readonly string[]
  onRedact(): void
  onLeaveOut(): void
}

export function WithheldFileRow({
  file,
  redactionState,
  pictureIds,
  onRedact,
  onLeaveOut,
}: WithheldFileRowProps) {
  const { locale, timeZone } = useUser()
  const Icon = file.kind === 'pdf' ? FileText : Image
  const isEarlier = redactionState === 'covering' || redactionState === 'covered'
  const leaveOutLabel = isEarlier ? t`Don’t cover, leave it out` : t`Leave it out`
  const earlier = file.earlier && earlierBoxesText(file.earlier, { locale, timeZone })
  const text = redactionState === null || redactionState === 'declined' ? null : earlier?.[redactionState]
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
      {redactionState === 'covered' && <CoveredPictures name={file.name} pictureIds={pictureIds} />}
      {isEarlier || pictureIds.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {redactionState !== 'covering' && (
            <Button
              aria-label={
                isEarlier
                  ? t`Edit the covered areas: ${file.name}`
                  : t`Change the covered areas: ${file.name}`
              }
              onPress={onRedact}
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
          onPress={onRedact}
          className="w-fit"
        >{t`Cover the number and share a picture`}</Button>
      )}
    </li>
  )
}

/** The pictures that visitors will see, as stored on the server. They scroll sideways. */
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
