import { ArrowDown, ArrowUp, Crop, GripVertical, RotateCw, X } from 'lucide-react'
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { PageThumbnail } from './page-thumbnail-picture.tsx'
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

/** The pages in their order, which changes by dragging, with the keyboard from the handle, or with the arrows. */
export function CombinePageList({ pages, onReorder, onTurn, onCrop, onRemove }: CombinePageListProps) {
  const place = (keys: ReadonlySet<unknown>, target: unknown, isAfter: boolean) => {
    const moved = pages.filter(({ key }) => keys.has(key))
    const rest = pages.filter(({ key }) => !keys.has(key))
    const at = rest.findIndex(({ key }) => key === target) + (isAfter ? 1 : 0)
    onReorder(rest.toSpliced(at, 0, ...moved))
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => place(keys, target.key, target.dropPosition === 'after'),
  })
  const move = (page: CapturedPage, by: number) => {
    const at = pages.indexOf(page)
    onReorder(pages.toSpliced(at, 1).toSpliced(at + by, 0, page))
  }
  return (
    <GridList
      aria-label={t`Pages`}
      items={pages.map((page, at) => ({ id: page.key, page, at }))}
      dragAndDropHooks={dragAndDropHooks}
      className="grid grid-cols-1 divide-y divide-line outline-none"
    >
      {({ page, at }) => {
        const title = t`Page ${at + 1}`
        return (
          <GridListItem
            id={page.key}
            textValue={`${title}: ${pageName(page)}`}
            className="flex flex-wrap items-center gap-x-2 bg-surface py-2 outline-offset-[-2px] dragging:opacity-50"
          >
            <Button
              slot="drag"
              className="grid h-11 w-7 shrink-0 cursor-grab place-items-center rounded-control text-muted"
            >
              <GripVertical aria-hidden className="size-5" />
            </Button>
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
                onPress={() => move(page, -1)}
              />
              <IconButton
                label={t`Move ${title} down`}
                icon={ArrowDown}
                isDisabled={at === pages.length - 1}
                onPress={() => move(page, 1)}
              />
              <IconButton label={t`Leave out ${title}`} icon={X} onPress={() => onRemove(page)} />
            </span>
          </GridListItem>
        )
      }}
    </GridList>
  )
}
