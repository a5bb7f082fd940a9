import { useState } from 'react'
import { previewUrl } from '#web/files/api.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { RedactionEditorDialog } from './redaction-editor-dialog.tsx'
import { dropPictures, useRedaction, type WithheldFile } from './use-redaction.ts'
import type { PageRedactions } from './use-redaction-boxes.ts'

export type RedactedFile = { fileId: string; pictureIds: string[]; pages: PageRedactions[] }

type RedactionDialogProps = {
  file: WithheldFile
  /** Boxes from an earlier redaction of this file. */
  before: PageRedactions[] | undefined
  onUse(redacted: RedactedFile): void
  /** Passes on the boxes drawn so far, so that closing loses nothing. */
  onClose(pages: PageRedactions[] | undefined): void
}

/** Covers numbers in a file and uploads only the redacted pictures. */
export function RedactionDialog({ file, before, onUse, onClose }: RedactionDialogProps) {
  const redaction = useRedaction(file)
  const { source, problem, sending } = redaction
  const [uploaded, setUploaded] = useState<{ pictureIds: string[]; pages: PageRedactions[] } | null>(null)
  const [drawn, setDrawn] = useState(before)

  function drawAgain() {
    if (uploaded) dropPictures(uploaded.pictureIds)
    setUploaded(null)
  }
  function close(pages = drawn) {
    redaction.stop()
    if (uploaded) dropPictures(uploaded.pictureIds)
    onClose(pages)
  }
  async function send(pages: PageRedactions[]) {
    setDrawn(pages)
    const pictureIds = await redaction.send(pages)
    if (pictureIds) setUploaded({ pictureIds, pages })
  }

  if (uploaded)
    return (
      <Dialog
        title={t`What visitors will see`}
        size="lg"
        onClose={close}
        footer={
          <>
            <Button onPress={drawAgain}>{t`Cover more`}</Button>
            <Button tone="primary" onPress={() => onUse({ fileId: file.fileId, ...uploaded })}>
              {uploaded.pictureIds.length === 1 ? t`Use this picture` : t`Use these pictures`}
            </Button>
          </>
        }
      >
        <RedactedPictures pictureIds={uploaded.pictureIds} />
      </Dialog>
    )
  if (!source)
    return (
      <Dialog
        title={t`Cover the number`}
        size="lg"
        onClose={close}
        footer={<Button onPress={() => close()}>{t`Close`}</Button>}
      >
        {problem ? <ProblemNote problem={problem} /> : <Skeleton className="h-[58dvh] w-full" />}
      </Dialog>
    )
  return (
    <RedactionEditorDialog
      name={file.name}
      source={source}
      before={drawn}
      problem={problem}
      sending={sending}
      onSend={(pages) => void send(pages)}
      onStop={redaction.stop}
      onClose={close}
    />
  )
}

/** The uploaded pictures as stored on the server: exactly what visitors get. */
function RedactedPictures({ pictureIds }: { pictureIds: string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element
    <section tabIndex={0} aria-label={t`The covered pictures`} className="outline-offset-2">
      <p>
        <Trans>
          Look closely: is every number covered? Only this picture is shared, not the file itself, and what is
          under a box cannot be recovered from the picture.
        </Trans>
      </p>
      {pictureIds.map((id, index) => (
        <img
          key={id}
          src={previewUrl(id, 1600)}
          alt={t`Covered page ${index + 1} of ${pictureIds.length}`}
          className="mx-auto mt-3 max-h-[70dvh] rounded-control border border-line"
        />
      ))}
    </section>
  )
}
