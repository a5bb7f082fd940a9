import { Download } from 'lucide-react'
import { useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { contentUrl, previewUrl } from './api.ts'

/** The original, byte for byte as it was sent. */
export function DownloadLink({ file, words }: { file: StoredFile; words?: string }) {
  return (
    <a
      href={contentUrl(file.id)}
      download={file.name}
      {...(words ? {} : { 'aria-label': `Download ${file.name}` })}
      className={
        words
          ? buttonClass({ tone: 'secondary' })
          : 'grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink'
      }
    >
      <Download aria-hidden className="size-5" />
      {words}
    </a>
  )
}

type PictureProps = { file: StoredFile; width: number; className?: string }

/** A picture of the file, at most `width` pixels wide. */
export function Picture({ file, width, className = 'min-h-32 w-full' }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return <p className="p-4 text-muted">This image cannot be displayed. Download it to view it.</p>
  return (
    <img
      src={previewUrl(file.id, width)}
      alt={`Preview of ${file.name}`}
      onError={() => setBroken(true)}
      className={`object-contain ${className}`}
    />
  )
}
