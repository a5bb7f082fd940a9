import { type ReactNode, useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { previewUrl } from './api.ts'

type PictureProps = {
  file: Pick<StoredFile, 'id' | 'name'>
  width: number
  className?: string
  /** Shown instead when the server cannot make a preview. */
  broken?: ReactNode
  isLazy?: boolean
}

/** A preview of the file, at most `width` pixels wide. */
export function Picture({
  file,
  width,
  className = 'min-h-32 w-full',
  broken,
  isLazy = false,
}: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return broken ?? <p className="p-4 text-muted">This image cannot be displayed. Download it to view it.</p>
  return (
    <img
      src={previewUrl(file.id, width)}
      loading={isLazy ? 'lazy' : 'eager'}
      alt={`Preview of ${file.name}`}
      onError={() => setBroken(true)}
      className={`object-contain ${className}`}
    />
  )
}
