import { FileText, Image } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { contentUrl } from './api.ts'
import { Picture } from './file-picture-view.tsx'
import { LocalPicture } from './local-picture.tsx'
import { PdfView } from './pdf-view.tsx'
import { isPdf, isPicture } from './use-uploads.ts'

type Thumbnailed = { id?: string; name: string; mimeType: string; file?: File | undefined }

/** The first page of a file, 56 pixels high; decorative, because its name is next to it. */
export function FileThumbnail({ of }: { of: Thumbnailed }) {
  const frame = useRef<HTMLSpanElement>(null)
  const isNear = useNearWindow(frame)
  return (
    <span
      ref={frame}
      aria-hidden
      className="grid h-14 w-18 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-sunken text-muted"
    >
      {isNear && <Miniature of={of} />}
    </span>
  )
}

function Miniature({ of: { id, name, mimeType, file } }: { of: Thumbnailed }) {
  const icon = isPicture({ mimeType }) ? <Image className="size-6" /> : <FileText className="size-6" />
  const source = file ?? (id === undefined ? null : contentUrl(id))
  if (isPdf({ mimeType }) && source !== null)
    return (
      <span className="pointer-events-none block w-18 self-start">
        <PdfView source={source} name={name} most={1} broken={icon} />
      </span>
    )
  if (!isPicture({ mimeType })) return icon
  const stored: ReactNode =
    id === undefined ? (
      icon
    ) : (
      <Picture file={{ id, name }} width={160} broken={icon} className="h-14 w-18 object-cover" />
    )
  if (!file) return stored
  return (
    <LocalPicture file={file} name={name} size={216} fallback={stored} className="h-14 w-18 object-cover" />
  )
}

/** Whether the element has been near the window: many PDFs at once would not fit into a phone's memory. */
function useNearWindow(node: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!node.current || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    )
    observer.observe(node.current)
    return () => observer.disconnect()
  }, [node, isNear])
  return isNear
}
