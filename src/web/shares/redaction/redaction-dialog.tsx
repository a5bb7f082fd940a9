import { useState } from 'react'
import { previewUrl } from '#web/files/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DrawingDialog } from './redaction-editor-dialog.tsx'
import { dropPictures, useRedaction, type WithheldFile } from './use-redaction.ts'
import type { Marks } from './use-redaction-boxes.ts'

export type Covered = { fileId: string; pictureIds: string[]; marks: Marks[] }

type RedactDialogProps = {
  file: WithheldFile
  /** What was drawn on it before. */
  before: Marks[] | undefined
  onUse(covered: Covered): void
  /** With what was drawn so far: closing loses nothing. */
  onClose(marks: Marks[] | undefined): void
}

/** Draws over what must not be seen, and sends only the picture that is left. */
export function RedactDialog({ file, before, onUse, onClose }: RedactDialogProps) {
  const redaction = useRedaction(file)
  const { source, problem, sending } = redaction
  const [sent, setSent] = useState<{ pictureIds: string[]; marks: Marks[] } | null>(null)
  const [kept, setKept] = useState(before)

  function again() {
    if (sent) dropPictures(sent.pictureIds)
    setSent(null)
  }
  function close(marks = kept) {
    redaction.stop()
    if (sent) dropPictures(sent.pictureIds)
    onClose(marks)
  }
  async function send(marks: Marks[]) {
    setKept(marks)
    const pictureIds = await redaction.send(marks)
    if (pictureIds) setSent({ pictureIds, marks })
  }

  if (sent)
    return (
      <Dialog
        title="This is what they will see"
        size="lg"
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        footer={
          <>
            <Button onPress={again}>Cover more</Button>
            <Button tone="primary" onPress={() => onUse({ fileId: file.fileId, ...sent })}>
              {sent.pictureIds.length === 1 ? 'Use this picture' : 'Use these pictures'}
            </Button>
          </>
        }
      >
        <Result pictureIds={sent.pictureIds} />
      </Dialog>
    )
  if (!source)
    return (
      <Dialog
        title="Cover the number"
        size="lg"
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        footer={<Button onPress={() => close()}>Close</Button>}
      >
        {problem ? <ProblemNote problem={problem} /> : <Skeleton className="h-[58dvh] w-full" />}
      </Dialog>
    )
  return (
    <DrawingDialog
      name={file.name}
      source={source}
      before={kept}
      problem={problem}
      sending={sending}
      onSend={(marks) => void send(marks)}
      onStop={redaction.stop}
      onClose={close}
    />
  )
}

/** The stored pictures themselves, as the server has them: what she looks at is what goes out. */
function Result({ pictureIds }: { pictureIds: string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
    <section tabIndex={0} aria-label="The covered pictures" className="outline-offset-2">
      <p>
        Look closely: is every number black? This picture is all that goes out. The file itself stays with
        you, and what is under a box cannot be brought back from the picture.
      </p>
      {pictureIds.map((id, index) => (
        <img
          key={id}
          src={previewUrl(id, 1600)}
          alt={`Covered page ${index + 1} of ${pictureIds.length}`}
          className="mx-auto mt-3 max-h-[70dvh] rounded-control border border-line"
        />
      ))}
    </section>
  )
}
