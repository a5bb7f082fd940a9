import { ChevronLeft, ChevronRight, SquarePlus, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { RedactField } from './redaction-page-field.tsx'
import type { Source } from './use-redaction.ts'
import { type Box, type Marks, undonePages, useBoxes } from './use-redaction-boxes.ts'

const inTheMiddle: Box = { x: 0.3, y: 0.45, width: 0.4, height: 0.08 }

type DrawingDialogProps = {
  name: string
  source: Source
  /** What was drawn on it before. */
  before: Marks[] | undefined
  problem: Error | null
  sending: { done: number; total: number } | null
  onSend(marks: Marks[]): void
  onStop(): void
  onClose(marks: Marks[]): void
}

/** Page by page: boxes over each number, or her word that there is none. */
export function DrawingDialog(props: DrawingDialogProps) {
  const { name, source, before, problem, sending, onSend, onStop, onClose } = props
  const { pages, total } = source
  const { marks, change, undo, canUndo } = useBoxes(
    before?.length === pages.length ? before : pages.map(() => ({ boxes: [], isClear: false })),
  )
  const [at, setAt] = useState(0)
  const [selected, setSelected] = useState<number | null>(null)
  const [asked, setAsked] = useState(0)
  const hintId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const clear = useRef<HTMLInputElement>(null)
  const page = pages[at]
  const { boxes, isClear } = marks[at] ?? { boxes: [], isClear: false }
  const undone = undonePages(marks)

  // On a phone the question may stand below the edge of the sheet.
  useEffect(() => {
    if (asked > 0) clear.current?.focus()
  }, [asked])

  // A button that has nothing left to do is disabled, and the focus must not go with it.
  const stay = () => surface.current?.focus({ preventScroll: true })

  function turn(to: number) {
    setSelected(null)
    setAt(to)
    if (to === 0 || to === pages.length - 1) stay()
  }
  function use() {
    const [first] = undone
    if (first === undefined) return onSend(marks)
    if (!undone.includes(at)) turn(first)
    setAsked(asked + 1)
  }
  function setBoxes(next: Box[], reason: string) {
    change(at, { boxes: next, isClear: false }, reason)
  }
  function goBack() {
    const page = undo()
    setSelected(null)
    stay()
    if (page !== null) setAt(page)
  }
  function remove() {
    if (selected !== null) setBoxes(boxes.toSpliced(selected, 1), crypto.randomUUID())
    setSelected(null)
    stay()
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
        {pages.length > 1 && <PageTurner at={at} pages={pages.length} undone={undone.length} onTurn={turn} />}
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
          <Button isDisabled={!canUndo} onPress={goBack}>
            <Undo2 aria-hidden className="size-5" />
            <span className="max-sm:sr-only">Undo</span>
          </Button>
          <Button tone="quiet" isDisabled={selected === null} onPress={remove}>
            <Trash2 aria-hidden className="size-5" />
            <span className="max-sm:sr-only">Remove box</span>
          </Button>
        </div>
        {/* It stays where it is, or the page would move as soon as a box is on it. */}
        <Checkbox
          ref={clear}
          label={pages.length === 1 ? 'There is no number on it' : 'There is no number on this page'}
          isSelected={isClear}
          isDisabled={boxes.length > 0}
          onChange={(value) => change(at, { isClear: value }, crypto.randomUUID())}
          errorMessage={
            asked > 0 && !isClear && boxes.length === 0
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

type PageTurnerProps = { at: number; pages: number; undone: number; onTurn(to: number): void }

function PageTurner({ at, pages, undone, onTurn }: PageTurnerProps) {
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
        {undone === 0 ? 'Every page is done' : `${undone} to look at`}
      </p>
    </div>
  )
}
