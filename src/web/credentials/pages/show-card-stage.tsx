import { useEffect, useRef } from 'react'
import { Picture } from '#web/files/file-picture-view.tsx'
import type { Page } from '#web/files/open-pdf.ts'
import { t } from '#web/i18n/t.ts'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import type { CardSide } from './use-card-sides.ts'

type ShowCardStageProps = { side: CardSide | undefined; isPending: boolean; zoom: number; turns: number }

/** One side, fitted into a scrolling frame, enlarged and turned. */
export function ShowCardStage({ side, isPending, zoom, turns }: ShowCardStageProps) {
  if (!side)
    return (
      <div className="grid size-full place-items-center p-6">
        {isPending ? (
          <SpinnerIcon className="size-8" />
        ) : (
          <p>{t`The card could not be loaded. Close this and try again.`}</p>
        )}
      </div>
    )
  const size = `${zoom * 100}%`
  const isUpright = turns % 2 === 0
  return (
    <div className="relative [container-type:size]" style={{ width: size, height: size }}>
      <div
        className="absolute top-1/2 left-1/2 p-1"
        style={{
          width: isUpright ? '100cqw' : '100cqh',
          height: isUpright ? '100cqh' : '100cqw',
          transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
        }}
      >
        <Sheet key={side.key} side={side} />
      </div>
    </div>
  )
}

function Sheet({ side: { file, page, label } }: { side: CardSide }) {
  const broken = (
    <p className="grid size-full place-items-center p-6 text-center">{t`This file cannot be shown here. Download it from the credential’s page.`}</p>
  )
  if (page) return <PageCanvas page={page} label={`${file.name}, ${label}`} />
  if (file.mimeType === 'application/pdf') return broken
  return <Picture file={file} width={1600} broken={broken} className="size-full" />
}

/** Wide enough to read small print at four times the width of a phone. */
const DRAWN_WIDTH = 800

function PageCanvas({ page, label }: { page: Page; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) void page.draw(canvas.current, DRAWN_WIDTH).catch(() => undefined)
  }, [page])
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={label} className="size-full object-contain" />
      <p className="sr-only">{page.text}</p>
    </>
  )
}
