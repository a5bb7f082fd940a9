import { ChevronLeft, ChevronRight, SquarePlus, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Box } from '#shared/shares/redaction.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { RedactionPageField } from './redaction-page-field.tsx'
import type { Source } from './use-redaction.ts'
import { type PageRedactions, unreviewedPages, useBoxes } from './use-redaction-boxes.ts'

const initialBox: Box = { x: 0.3, y: 0.45, width: 0.4, height: 0.08 }

type RedactionEditorDialogProps = {
  name: string
  source: Source
  /** Boxes from an earlier redaction of this file. */
  before: PageRedactions[] | undefined
  problem: Error | null
  sending: { done: number; total: number } | null
  onSend(pages: PageRedactions[]): void
  onStop(): void
  onClose(pages: PageRedactions[]): void
}

/** Page by page: boxes over each number, or the confirmation that the page has none. */
export function RedactionEditorDialog(props: RedactionEditorDialogProps) {
  const { name, source, before, problem, sending, onSend, onStop, onClose } = props
  const { pages: sourcePages, total } = source
  const { pages, change, undo, canUndo } = useBoxes(
    before?.length === sourcePages.length ? before : sourcePages.map(() => ({ boxes: [], isClear: false })),
  )
  const [at, setAt] = useState(0)
  const [selected, setSelected] = useState<number | null>(null)
  const [attempts, setAttempts] = useState(0)
  const hintId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const clear = useRef<HTMLInputElement>(null)
  const page = sourcePages[at]
  const { boxes, isClear } = pages[at] ?? { boxes: [], isClear: false }
  const unreviewed = unreviewedPages(pages)

  // On a phone the question may be below the visible part of the sheet.
  useEffect(() => {
    if (attempts > 0) clear.current?.focus()
  }, [attempts])

  // A button that becomes disabled would lose the focus.
  const restoreFocus = () => surface.current?.focus({ preventScroll: true })

  function goTo(to: number) {
    setSelected(null)
    setAt(to)
    if (to === 0 || to === sourcePages.length - 1) restoreFocus()
  }
  function submit() {
    const [first] = unreviewed
    if (first === undefined) return onSend(pages)
    if (!unreviewed.includes(at)) goTo(first)
    setAttempts(attempts + 1)
  }
  function setBoxes(next: Box[], reason: string) {
    change(at, { boxes: next, isClear: false }, reason)
  }
  function undoLast() {
    const page = undo()
    setSelected(null)
    restoreFocus()
    if (page !== null) setAt(page)
  }
  function remove() {
    if (selected !== null) setBoxes(boxes.toSpliced(selected, 1), crypto.randomUUID())
    setSelected(null)
    restoreFocus()
  }

  if (!page) return null
  return (
    <Dialog
      title={t`Cover the number`}
      size="lg"
      onClose={() => onClose(pages)}
      footer={
        <>
          {sending && <Button onPress={onStop}>{t`Cancel`}</Button>}
          <Button tone="primary" isPending={sending !== null} onPress={submit}>{t`Cover and preview`}</Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <p id={hintId} className="text-muted">
          <Trans>
            Draw a box over each number.{' '}
            <span className="pointer-coarse:hidden">
              Arrow keys move a box, Shift and arrow keys resize it, Delete removes it.
            </span>
          </Trans>
        </p>
        {sourcePages.length > 1 && (
          <PageTurner at={at} pages={sourcePages.length} unreviewed={unreviewed.length} onTurn={goTo} />
        )}
        <RedactionPageField
          key={page.number}
          ref={surface}
          page={page}
          label={t`Page ${page.number} of ${total} of ${name}`}
          boxes={boxes}
          selected={selected}
          onSelect={setSelected}
          onChange={setBoxes}
          hintId={hintId}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            onPress={() => {
              setBoxes([...boxes, initialBox], crypto.randomUUID())
              setSelected(boxes.length)
            }}
          >
            <SquarePlus aria-hidden className="size-5" />
            {t`Add a box`}
          </Button>
          <Button isDisabled={!canUndo} onPress={undoLast}>
            <Undo2 aria-hidden className="size-5" />
            <span className="max-sm:sr-only">{t`Undo`}</span>
          </Button>
          <Button tone="quiet" isDisabled={selected === null} onPress={remove}>
            <Trash2 aria-hidden className="size-5" />
            <span className="max-sm:sr-only">{t`Remove box`}</span>
          </Button>
        </div>
        {/* Always shown. Otherwise the page would jump when it appears and disappears. */}
        <Checkbox
          ref={clear}
          label={sourcePages.length === 1 ? t`This file shows no number` : t`This page shows no number`}
          value={isClear}
          isDisabled={boxes.length > 0}
          onChange={(value) => change(at, { isClear: value }, crypto.randomUUID())}
          errorMessage={
            attempts > 0 && !isClear && boxes.length === 0
              ? t`Draw a box over the number, or confirm that there is none.`
              : null
          }
        />
        {total > sourcePages.length && (
          <p className="text-muted">{t`Only the first ${sourcePages.length} of the ${total} pages can be shared this way. The others are left out.`}</p>
        )}
        <p role="status" className="text-muted empty:hidden">
          {sending &&
            (sending.total === 1
              ? t`Uploading the picture…`
              : t`Uploading page ${sending.done + 1} of ${sending.total}…`)}
        </p>
        {problem && <ProblemNote problem={problem} />}
      </div>
    </Dialog>
  )
}

type PageTurnerProps = { at: number; pages: number; unreviewed: number; onTurn(to: number): void }

function PageTurner({ at, pages, unreviewed, onTurn }: PageTurnerProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton
        icon={ChevronLeft}
        label={t`Previous page`}
        isDisabled={at === 0}
        onPress={() => onTurn(at - 1)}
      />
      <p role="status">{t`Page ${at + 1} of ${pages}`}</p>
      <IconButton
        icon={ChevronRight}
        label={t`Next page`}
        isDisabled={at === pages - 1}
        onPress={() => onTurn(at + 1)}
      />
      <p className="ml-auto text-muted text-sm">
        {unreviewed === 0 ? t`All pages reviewed` : t`${unreviewed} left to review`}
      </p>
    </div>
  )
}
