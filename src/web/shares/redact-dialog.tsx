import { ChevronLeft, ChevronRight, SquarePlus, Trash2, Undo2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button, IconButton } from '#web/core/ui/button.tsx'
import { Dialog } from '#web/core/ui/dialog.tsx'
import { Checkbox } from '#web/core/ui/field.tsx'
import { ProblemNote } from '#web/core/ui/problem-note.tsx'
import { Skeleton } from '#web/core/ui/skeleton.tsx'
import { previewUrl } from '#web/files/api.ts'
import { RedactField } from './redact-field.tsx'
import { dropPictures, type Source, useRedaction, type WithheldFile } from './use-redaction.ts'
import { type Box, type Marks, undonePages, useBoxes } from './use-redaction-boxes.ts'

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
    <Drawing
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

const inTheMiddle: Box = { x: 0.3, y: 0.45, width: 0.4, height: 0.08 }

type DrawingProps = {
  name: string
  source: Source
  before: Marks[] | undefined
  problem: Error | null
  sending: { done: number; total: number } | null
  onSend(marks: Marks[]): void
  onStop(): void
  onClose(marks: Marks[]): void
}

function Drawing({ name, source, before, problem, sending, onSend, onStop, onClose }: DrawingProps) {
  const { pages, total } = source
  const { marks, change, undo, canUndo } = useBoxes(
    before?.length === pages.length ? before : pages.map(() => ({ boxes: [], isClear: false })),
  )
  const [at, setAt] = useState(0)
  const [selected, setSelected] = useState<number | null>(null)
  const [isAsked, setAsked] = useState(false)
  const hintId = useId()
  const surface = useRef<HTMLDivElement>(null)
  // A button that has nothing left to do is disabled, and the focus must not go with it.
  const stay = () => surface.current?.focus({ preventScroll: true })
  const page = pages[at]
  const { boxes, isClear } = marks[at] ?? { boxes: [], isClear: false }
  const undone = undonePages(marks)

  function turn(to: number) {
    setSelected(null)
    setAt(to)
  }
  function use() {
    const [first] = undone
    if (first === undefined) return onSend(marks)
    setAsked(true)
    if (!undone.includes(at)) turn(first)
  }
  function setBoxes(next: Box[], reason: string) {
    change(at, { boxes: next, isClear: false }, reason)
  }

  if (!page) return null
  return (
    <Dialog
      title="Cover the number"
      size="lg"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose(marks)}
      footer={
        <>
          {sending && <Button onPress={onStop}>Cancel</Button>}
          <Button tone="primary" isPending={sending !== null} onPress={use}>
            Cover and use
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <p id={hintId} className="text-muted">
          Draw a box over each number.{' '}
          <span className="pointer-coarse:hidden">
            Arrow keys move a box, with Shift they size it, Delete removes it.
          </span>
        </p>
        {pages.length > 1 && <Turner at={at} pages={pages.length} undone={undone} onTurn={turn} />}
        <RedactField
          key={page.number}
          ref={surface}
          page={page}
          label={`Page ${page.number} of ${total} of ${name}`}
          boxes={boxes}
          selected={selected}
          onSelect={setSelected}
          onChange={setBoxes}
          hintId={hintId}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            onPress={() => {
              setBoxes([...boxes, inTheMiddle], crypto.randomUUID())
              setSelected(boxes.length)
            }}
          >
            <SquarePlus aria-hidden className="size-5" />
            Add a box
          </Button>
          <Button
            isDisabled={!canUndo}
            onPress={() => {
              const page = undo()
              setSelected(null)
              stay()
              if (page !== null) setAt(page)
            }}
          >
            <Undo2 aria-hidden className="size-5" />
            Undo
          </Button>
          <Button
            tone="quiet"
            isDisabled={selected === null}
            onPress={() => {
              if (selected !== null) setBoxes(boxes.toSpliced(selected, 1), crypto.randomUUID())
              setSelected(null)
              stay()
            }}
          >
            <Trash2 aria-hidden className="size-5" />
            Remove box
          </Button>
        </div>
        {/* It stays where it is, or the page would move as soon as a box is on it. */}
        <Checkbox
          label={pages.length === 1 ? 'There is no number on it' : 'There is no number on this page'}
          isSelected={isClear}
          isDisabled={boxes.length > 0}
          onChange={(value) => change(at, { isClear: value }, crypto.randomUUID())}
          errorMessage={
            isAsked && !isClear && boxes.length === 0
              ? 'Draw a box over the number, or say that there is none.'
              : null
          }
        />
        {total > pages.length && (
          <p className="text-muted">{`Only the first ${pages.length} of its ${total} pages can be shown like this. The others stay behind.`}</p>
        )}
        <p role="status" className="text-muted empty:hidden">
          {sending &&
            `Sending ${sending.total === 1 ? 'the picture' : `page ${sending.done + 1} of ${sending.total}`}…`}
        </p>
        {problem && <ProblemNote problem={problem} />}
      </div>
    </Dialog>
  )
}

type TurnerProps = { at: number; pages: number; undone: number[]; onTurn(to: number): void }

function Turner({ at, pages, undone, onTurn }: TurnerProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton
        icon={ChevronLeft}
        label="Previous page"
        isDisabled={at === 0}
        onPress={() => onTurn(at - 1)}
      />
      <p role="status">{`Page ${at + 1} of ${pages}`}</p>
      <IconButton
        icon={ChevronRight}
        label="Next page"
        isDisabled={at === pages - 1}
        onPress={() => onTurn(at + 1)}
      />
      <p className="ml-auto text-muted text-sm">
        {undone.length === 0 ? 'Every page is done' : `${undone.length} to look at`}
      </p>
    </div>
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
