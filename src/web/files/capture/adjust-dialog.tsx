import { useState } from 'react'
import { isWholePage } from '#shared/files/perspective.ts'
import { adjustedName } from '#shared/files/picture-sides.ts'
import type { Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { adjustedPage, jpegOf } from './page-drawing.ts'
import { PageEditor } from './page-editor-view.tsx'
import { usePages } from './use-pages.ts'

type AdjustDialogProps = { upload: Upload; onClose(): void; onDone(picture: File): void }

/** Crops and turns one picture. The result is a new file; the original stays as it is. */
export function AdjustDialog({ upload, onClose, onDone }: AdjustDialogProps) {
  const { pages, broken, change } = usePages([upload])
  const [problem, setProblem] = useState<Error | null>(null)
  const [page] = pages ?? []
  const canvas = page?.source.kind === 'picture' ? page.source.canvas : null
  const isUntouched = !page || (isWholePage(page.corners) && page.turns === 0)

  async function save() {
    if (!page || !canvas) return
    try {
      const blob = await jpegOf(adjustedPage(canvas, page))
      onDone(new File([blob], adjustedName(upload.name, t.language), { type: 'image/jpeg' }))
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (
    <Dialog
      title={t`Crop or rotate`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button
            tone="primary"
            isDisabled={isUntouched}
            onPress={() => void save()}
          >{t`Save as a copy`}</Button>
        </>
      }
    >
      {page && canvas && (
        <PageEditor
          corners={page.corners}
          turns={page.turns}
          canvas={canvas}
          onChange={(next) => change(page.key, next)}
        />
      )}
      {!pages && <Skeleton className="mt-2 h-80 w-full" />}
      {broken.length > 0 && <p className="text-expired">{t`This picture cannot be opened here.`}</p>}
      {problem && <ProblemNote problem={problem} />}
      <p className="mt-4 text-muted text-sm">{t`The original stays with the credential, unchanged.`}</p>
    </Dialog>
  )
}
