import { useEffect, useRef } from 'react'
import { adjustedPage } from './page-drawing.ts'
import type { CapturedPage } from './use-pages.ts'

const SIZE = 180

/** A page as it will be in the PDF; decorative, because its number and name are next to it. */
export function PageThumbnail({ page }: { page: CapturedPage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { source, corners, turns } = page
  useEffect(() => {
    const node = canvas.current
    if (!node) return
    if (source.kind === 'pdf') {
      void source.page.draw(node, SIZE / Math.min(window.devicePixelRatio, 2)).catch(() => {})
      return
    }
    const adjusted = adjustedPage(source.canvas, { corners, turns })
    const scale = Math.min(1, SIZE / Math.max(adjusted.width, adjusted.height))
    node.width = Math.max(1, Math.round(adjusted.width * scale))
    node.height = Math.max(1, Math.round(adjusted.height * scale))
    node.getContext('2d')?.drawImage(adjusted, 0, 0, node.width, node.height)
    adjusted.width = 0
  }, [source, corners, turns])
  return (
    <span
      aria-hidden
      className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-sunken"
    >
      <canvas
        ref={canvas}
        className="max-h-16 max-w-16 object-contain"
        style={source.kind === 'pdf' ? { rotate: `${turns * 90}deg` } : undefined}
      />
    </span>
  )
}
