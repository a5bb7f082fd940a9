import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Skeleton } from '#web/ui/spinner.tsx'
import { type Highlight, HighlightView } from './capture/highlight-view.tsx'
import { isLocked, MOST_PAGES, openPdf, type Page, type Pdf, turnOfPdfView } from './open-pdf.ts'
import { cautionTexts } from './pdf-caution-view.tsx'

const AHEAD = '800px'

type PdfViewProps = {
  /** Its address, or its bytes. */
  source: string | Blob
  name: string
  most?: number
  /** Pixels drawn for one that is shown, for a page that can be enlarged. */
  detail?: number
  /** Shown instead when the PDF cannot be displayed. */
  broken?: ReactNode
  /** Shown when it has more pages than are displayed. */
  leftText?: (left: number) => string
  highlight?: Highlight | undefined
}

/** The first pages of a PDF, each with its text for screen readers. */
export function PdfView({
  source,
  name,
  most = MOST_PAGES,
  detail = 1,
  broken,
  leftText = (left) =>
    t`${plural(left, { one: '# more page is', other: '# more pages are' })} not shown. Download the file to see all of it.`,
  highlight,
}: PdfViewProps) {
  const [pdf, setPdf] = useState<Pdf>()
  const [fault, setFault] = useState<'locked' | 'broken'>()
  useEffect(() => {
    const abort = new AbortController()
    turnOfPdfView()
      .then(() => openPdf(source, most, abort.signal))
      .then(
        (opened) => !abort.signal.aborted && setPdf(opened),
        (error) => !abort.signal.aborted && setFault(isLocked(error) ? 'locked' : 'broken'),
      )
    return () => abort.abort()
  }, [source, most])
  if (fault) return broken ?? <p className="p-4 text-muted">{faultText(fault)}</p>
  if (!pdf) return <Skeleton className="aspect-[8.5/11] w-full" />
  const left = pdf.total - pdf.pages.length
  return (
    <div className="grid grid-cols-1 gap-3">
      {pdf.pages.map((page) => (
        <PdfPage
          key={page.number}
          page={page}
          detail={detail}
          highlight={highlight?.page === page.number ? highlight : undefined}
          label={t`Page ${page.number} of ${pdf.total} of ${name}`}
        />
      ))}
      {most > 1 && left > 0 && <p className="text-muted">{leftText(left)}</p>}
    </div>
  )
}

function faultText(fault: 'locked' | 'broken'): string {
  return fault === 'locked'
    ? t(cautionTexts.locked)
    : t`This PDF cannot be displayed. Download it to view it.`
}

type PdfPageProps = { page: Page; label: string; detail: number; highlight: Highlight | undefined }

/** Drawn when it comes near the window, because sixty drawn pages would not fit into a phone's memory. */
function PdfPage({ page, label, detail, highlight }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const node = canvas.current
    if (!node) return
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        seen.disconnect()
        void page.draw(node, node.clientWidth * detail).catch(() => undefined)
      },
      { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
    )
    seen.observe(node)
    return () => seen.disconnect()
  }, [page, detail])
  return (
    <figure className="relative">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ aspectRatio: page.ratio }}
        className="w-full rounded-control border border-line bg-[#fff]"
      />
      {highlight && <HighlightView {...highlight} />}
      <figcaption className="sr-only">{page.text}</figcaption>
    </figure>
  )
}
