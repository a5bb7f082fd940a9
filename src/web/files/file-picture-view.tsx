import { type ReactNode, useEffect, useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { offlineSource } from '#web/http/offline-source.ts'
import { t } from '#web/i18n/t.ts'
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
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => () => void (kept && URL.revokeObjectURL(kept)), [kept])
  async function showKept() {
    const bytes = kept ? null : await (await offlineSource())?.bytes(file.id)
    if (bytes) setKept(URL.createObjectURL(bytes))
    else setBroken(true)
  }
  if (isBroken)
    return (
      broken ?? <p className="p-4 text-muted">{t`This image cannot be displayed. Download it to view it.`}</p>
    )
  return (
    <img
      src={kept ?? previewUrl(file.id, width)}
      loading={isLazy ? 'lazy' : 'eager'}
      alt={t`Preview of ${file.name}`}
      onError={() => void showKept()}
      className={`object-contain ${className}`}
    />
  )
}
