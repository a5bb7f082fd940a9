import { useInfiniteQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { todayIn } from '#shared/kernel/dates.ts'
import type { TrashItem } from '#shared/trash/trash.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday, useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { EmptyState } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { trashQuery } from './api.ts'
import { emptyText, keepText, kindText, purgeDateText, purgeText, trashText } from './trash-text.ts'
import { useTrash } from './use-trash.ts'

/** Items deleted in the last 30 days, to restore or to delete permanently. */
export function TrashList() {
  const list = useInfiniteQuery(trashQuery)
  const { data, error } = list
  const [itemToPurge, setItemToPurge] = useState<TrashItem | 'all' | null>(null)
  const { locale } = useUser()
  const section = useRef<HTMLDivElement>(null)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  // The pressed button is removed with its row, and the focus would be lost.
  const { startRestore, restoringId, purge, empty } = useTrash(items.length, () =>
    section.current?.focus({ preventScroll: true }),
  )
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void list.refetch()} />
  if (!data) return <SkeletonList sizes={['h-18', 'h-18', 'h-18']} />
  const { count, size, keep } = data.pages.at(-1) ?? { count: 0, size: 0, keep: null }
  const format = (date: string) => formatDate(date, locale)
  const close = () => setItemToPurge(null)
  return (
    <div ref={section} tabIndex={-1} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 outline-none">
      {items.length === 0 ? (
        <EmptyState
          title={t`Your trash is empty`}
          body={t`Licenses, CE cycles with their entries, and files that you delete stay here for 30 days. Until then you can restore them.`}
          action={<ButtonLink to="/credentials">{t`Go to My Vault`}</ButtonLink>}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="font-semibold tabular-nums">
              {trashText({ count, size })}
            </p>
            <Button onPress={() => setItemToPurge('all')}>{t`Empty trash…`}</Button>
          </div>
          <ul className="divide-y divide-line border-line border-y">
            {items.map((item) => (
              <TrashRow
                key={item.id}
                item={item}
                isBusy={restoringId === item.id}
                onRestore={() => startRestore(item)}
                onPurge={() => setItemToPurge(item)}
              />
            ))}
          </ul>
          <ListEnd query={list} label={t`Show earlier`} />
        </>
      )}
      <ConfirmDialog
        title={
          itemToPurge === 'all' ? t`Empty the trash?` : t`Delete ${itemToPurge?.title ?? ''} permanently?`
        }
        body={
          itemToPurge === 'all'
            ? emptyText({ count, size, keep }, format)
            : itemToPurge && purgeText(itemToPurge, format)
        }
        confirmLabel={itemToPurge === 'all' ? t`Empty trash` : t`Delete permanently`}
        tone="danger"
        isOpen={itemToPurge !== null}
        isPending={purge.isPending || empty.isPending}
        onClose={close}
        onConfirm={() => {
          if (itemToPurge === 'all') empty.mutate(undefined, { onSettled: close })
          else if (itemToPurge) purge.mutate(itemToPurge, { onSettled: close })
        }}
      />
    </div>
  )
}

type TrashRowProps = { item: TrashItem; isBusy: boolean; onRestore(): void; onPurge(): void }

function TrashRow({ item, isBusy, onRestore, onPurge }: TrashRowProps) {
  const user = useUser()
  const today = useToday()
  const purgeDate = purgeDateText(todayIn(new Date(item.goneAt), user.timeZone), today)
  const keep = keepText(item, (date) => formatDate(date, user.locale))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="min-w-56 flex-1">
        <span className="block truncate font-semibold" title={item.title}>
          {item.title}
        </span>
        <span className="block text-muted text-sm">
          <Trans>
            {[kindText(item)]} · deleted{' '}
            <time dateTime={item.deletedAt}>{[formatInstant(item.deletedAt, user)]}</time>
          </Trans>
        </span>
        <span className="block text-muted text-sm">{purgeDate}</span>
        {keep !== null && <span className="block text-expiring text-sm">{keep}</span>}
      </span>
      <span className="flex gap-2">
        <Button aria-label={t`Restore ${item.title}`} onPress={onRestore} isPending={isBusy}>
          <Undo2 aria-hidden className="size-5" />
          {t`Restore`}
        </Button>
        <Button
          tone="quiet"
          aria-label={t`Delete ${item.title} permanently`}
          onPress={onPurge}
        >{t`Delete`}</Button>
      </span>
    </li>
  )
}
