import { useQuery } from '@tanstack/react-query'
import { FileText, Image } from 'lucide-react'
import { fileQuery } from './api.ts'
import { Picture } from './file-picture-view.tsx'
import { isPicture } from './use-uploads.ts'

/**
 * A stored picture, 56 pixels high, loaded when it comes near the window; decorative. A PDF is only an icon: drawing it
 * would download the original, which the activity log would name.
 */
export function StoredThumbnail({ id }: { id: string }) {
  const { data: file } = useQuery(fileQuery(id))
  return (
    <span
      aria-hidden
      className="grid h-14 w-18 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-sunken text-muted"
    >
      {file &&
        (isPicture(file) ? (
          <Picture
            file={file}
            width={160}
            isLazy
            broken={<Image className="size-6" />}
            className="h-14 w-18 object-cover"
          />
        ) : (
          <FileText className="size-6" />
        ))}
    </span>
  )
}
