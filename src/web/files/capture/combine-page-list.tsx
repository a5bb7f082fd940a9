import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Crop, GripVertical, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { adjustedPage } from './page-drawing.ts'
import type { CapturedPage } from './use-pages.ts'

type CombinePageListProps = {
  pages: CapturedPage[]
  onReorder(pages: CapturedPage[]): void
  onTurn(page: CapturedPage): void
  onCrop(page: CapturedPage): void
  onRemove(page: CapturedPage): void
}

const pageName = ({ source }: CapturedPage) =>
  source.kind === 'pdf' ? t`${source.name}, page ${source.number}` : source.name

/** The pages in their order, which changes by dragging or with the arrows. */
export function CombinePageList({ pages, onReorder, onTurn, onCrop, onRemove }: CombinePageListProps) {
  const [dragged, setDragged] = useState<CapturedPage | null>(null)
  const move = (page: CapturedPage, to: number) => {
    const at = pages.indexOf(page)
    if (at >= 0 && at !== to) onReorder(pages.toSpliced(at, 1).toSpliced(to, 0, page))
  }
  return (
    <ol aria-label={t`Pages`} className="grid grid-cols-1 divide-y divide-line">
      {pages.map((page, at) => {
        const title = t`Page ${at + 1}`
        return (
          <li
            key={page.key}
            aria-label={`${title}: ${pageName(page)}`}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'move'
              dataTransfer.setData('text/plain', page.key)
              setDragged(page)
            }}
            onDragOver={(event) => {
              if (!dragged) return
              event.preventDefault()
              move(dragged, at)
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            className={clsx(
              'flex flex-wrap items-center gap-x-2 bg-surface py-2',
              dragged === page && 'opacity-50',
            )}
          >
            <GripVertical aria-hidden className="size-5 shrink-0 cursor-grab text-muted" />
            <PageThumbnail page={page} />
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-semibold">{title}</span>
              <span className="block truncate text-muted text-sm">{pageName(page)}</span>
            </span>
            <span className="flex max-sm:ml-auto">
              <IconButton label={t`Rotate ${title}`} icon={RotateCw} onPress={() => onTurn(page)} />
              {page.source.kind === 'picture' && (
                <IconButton label={t`Crop ${title}`} icon={Crop} onPress={() => onCrop(page)} />
              )}
              <IconButton
                label={t`Move ${title} up`}
                icon={ArrowUp}
                isDisabled={at === 0}
                onPress={() => move(page, at - 1)}
              />
              <IconButton
                label={t`Move ${title} down`}
                icon={ArrowDown}
                isDisabled={at === pages.length - 1}
                onPress={() => move(page, at + 1)}
              />
              <IconButton label={t`Leave out ${title}`} icon={X} onPress={() => onRemove(page)} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const SIZE = 180

/** A page as it will be in the PDF; decorative, because its number and name are next to it. */
function PageThumbnail({ page }: { page: CapturedPage }) {
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
