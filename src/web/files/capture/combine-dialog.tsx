import { useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { contentUrl } from '#web/files/api.ts'
import type { Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { CombinePageList } from './combine-page-list.tsx'
import { adjustedPage, jpegOf } from './page-drawing.ts'
import { PageEditor } from './page-editor-view.tsx'
import { type CapturedPage, usePages } from './use-pages.ts'

type CombineDialogProps = { uploads: Upload[]; onClose(): void; onDone(pdf: File): void }

/** Orders, turns and crops the pages of several files and makes one PDF of them. The originals are not changed. */
export function CombineDialog({ uploads, onClose, onDone }: CombineDialogProps) {
  const { pages, broken, change, turn, remove, reorder } = usePages(uploads)
  const [croppedKey, setCroppedKey] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const count = pages?.length ?? 0
  const cropped = pages?.find(({ key }) => key === croppedKey)

  async function make() {
    if (!pages) return
    setMaking(true)
    setFailed(false)
    try {
      const pdf = await combinePdf(pages)
      onDone(
        new File([pdf], t`Combined, ${plural(count, { one: '# page', other: '# pages' })}.pdf`, {
          type: pdf.type,
        }),
      )
      onClose()
    } catch {
      setFailed(true)
      setMaking(false)
    }
  }

  if (pages && cropped?.source.kind === 'picture')
    return (
      <Dialog
        title={t`Crop page ${pages.indexOf(cropped) + 1}`}
        size="lg"
        onClose={() => setCroppedKey(null)}
        footer={<Button tone="primary" onPress={() => setCroppedKey(null)}>{t`Back to all pages`}</Button>}
      >
        <PageEditor
          corners={cropped.corners}
          turns={cropped.turns}
          canvas={cropped.source.canvas}
          onChange={(next) => change(cropped.key, next)}
        />
      </Dialog>
    )
  return (
    <Dialog
      title={t`Combine into one PDF`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button tone="primary" isPending={isMaking} isDisabled={count === 0} onPress={() => void make()}>
            {count === 0
              ? t`Create the PDF`
              : t`Create a PDF of ${plural(count, { one: '# page', other: '# pages' })}`}
          </Button>
        </>
      }
    >
      <p className="mb-2 text-muted">
        <Trans>The PDF becomes the main file. The originals stay with the credential, unchanged.</Trans>
      </p>
      {pages ? (
        <CombinePageList
          pages={pages}
          onReorder={reorder}
          onTurn={turn}
          onCrop={({ key }) => setCroppedKey(key)}
          onRemove={({ key }) => remove(key)}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
      {pages && count === 0 && broken.length === 0 && (
        <p className="text-muted">{t`No page is left. Close this and start again to get them back.`}</p>
      )}
      {broken.length > 0 && (
        <p role="alert" className="mt-3 font-semibold text-expired">
          {t`Left out, because it cannot be opened here: ${broken.join(', ')}.`}
        </p>
      )}
      {hasFailed && (
        <p role="alert" className="mt-3 font-semibold text-expired">
          <Trans>
            The PDF could not be made. A file may be protected with a password. Nothing was changed.
          </Trans>
        </p>
      )}
    </Dialog>
  )
}

/** The longer side of a picture's page, in points: that of a letter. */
const LONG_SIDE = 792

/**
 * One PDF of the pages in this order. Pictures are adjusted and stored as JPEG; pages of a PDF are copied with their
 * text. The library is loaded with the dialog that calls this.
 */
async function combinePdf(pages: readonly CapturedPage[]): Promise<Blob> {
  const { degrees, PDFDocument } = await import('@cantoo/pdf-lib')
  const combined = await PDFDocument.create()
  const opened = new Map<string, ReturnType<typeof PDFDocument.load>>()
  const open = (id: string, file: Blob | undefined) => {
    const bytes = file ? file.arrayBuffer() : fetch(contentUrl(id)).then((answer) => answer.arrayBuffer())
    return bytes.then((content) => PDFDocument.load(content))
  }
  for (const { source, corners, turns } of pages) {
    if (source.kind === 'picture') {
      const canvas = adjustedPage(source.canvas, { corners, turns })
      const image = await combined.embedJpg(await (await jpegOf(canvas)).arrayBuffer())
      const scale = LONG_SIDE / Math.max(image.width, image.height)
      const [width, height] = [image.width * scale, image.height * scale]
      combined.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
      canvas.width = 0
    } else {
      const pdf = opened.get(source.id) ?? open(source.id, source.file)
      opened.set(source.id, pdf)
      const [page] = await combined.copyPages(await pdf, [source.number - 1])
      if (!page) throw new Error('The page is missing')
      page.setRotation(degrees(page.getRotation().angle + turns * 90))
      combined.addPage(page)
    }
  }
  return new Blob([(await combined.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}
