import { Undo2 } from 'lucide-react'
import { todayIn } from '#shared/kernel/dates.ts'
import type { TrashItem } from '#shared/trash/trash.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { keepText, kindText, purgeDateText } from './trash-text.ts'

type TrashRowProps = { item: TrashItem; isBusy: boolean; onRestore(): void; onPurge(): void }

export function TrashRow({ item, isBusy, onRestore, onPurge }: TrashRowProps) {
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
