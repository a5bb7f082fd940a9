import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { contentUrl } from './api.ts'
import { findCaution, type PdfCautionKind, turnOfPdfView } from './open-pdf.ts'
import { isPdf, type Upload } from './use-uploads.ts'

export const cautionTexts: Record<PdfCautionKind, string> = {
  locked: msg`This PDF is protected by a password, so nobody you share it with can see it. Open it with the password, print it to a new PDF, and upload that one.`,
  portfolio: msg`This PDF is a portfolio with other files inside. Anyone you share it with sees only its cover page. Save the files from it and upload them one by one.`,
  xfa: msg`This form opens only in Adobe Acrobat. Anyone you share it with sees a page that says to wait. Open it in Acrobat, print it to a new PDF, and upload that one.`,
}

/** What an employer would see of a PDF that is not shown like others, and what to do about it. */
export function PdfCaution({ source }: { source: string | Blob }) {
  const [caution, setCaution] = useState<PdfCautionKind | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    turnOfPdfView()
      .then(() => findCaution(source, abort.signal))
      .then(
        (found) => !abort.signal.aborted && setCaution(found),
        () => undefined,
      )
    return () => abort.abort()
  }, [source])
  if (!caution) return null
  return (
    <p role="status" className="flex gap-2 py-1 text-expiring text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{t(cautionTexts[caution])}</span>
    </p>
  )
}

export function UploadCaution({ upload }: { upload: Upload }) {
  if (!isPdf(upload) || upload.state !== 'sent') return null
  return <PdfCaution source={upload.file ?? contentUrl(upload.id)} />
}
