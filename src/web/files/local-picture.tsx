import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'

type LocalPictureProps = {
  file: Blob
  name: string
  /** Longer side in pixels. */
  size: number
  className?: string
  /** Shown instead when this browser cannot decode it, such as HEIC. */
  fallback: ReactNode
}

/** A picture from its bytes, drawn on a canvas: it needs no upload and no address. */
export function LocalPicture({ file, name, size, className, fallback }: LocalPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    createImageBitmap(file).then(
      (bitmap) => {
        const node = canvas.current
        if (node && !isUnmounted) drawFitted(node, bitmap, size)
        bitmap.close()
      },
      () => !isUnmounted && setBroken(true),
    )
    return () => {
      isUnmounted = true
    }
  }, [file, size])
  if (isBroken) return fallback
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t`Preview of ${name}`}
      className={`object-contain ${className ?? ''}`}
    />
  )
}

function drawFitted(canvas: HTMLCanvasElement, bitmap: ImageBitmap, size: number): void {
  const scale = Math.min(1, size / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
}
