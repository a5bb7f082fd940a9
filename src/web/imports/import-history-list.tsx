import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import type { ImportBatch } from '#shared/imports/batch.ts'
import { ceuKey } from '#web/ceu/api.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { formatDate, formatInstant } from '#web/format/dates.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { importsKey, importsQuery, undoImport } from './api.ts'
import { batchText, canUndo, changedText, undoneText } from './import-text.ts'

/** Earlier imports, each with Undo for 30 days. */
export function ImportHistoryList() {
  const { data, error, refetch } = useQuery(importsQuery)
  const [openedAt] = useState(Date.now)
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full rounded-card" />
  if (data.items.length === 0)
    return (
      <p className="text-muted">{t`Nothing yet. What you import appears here, and can be undone for 30 days.`}</p>
    )
  return (
    <ul aria-label={t`Earlier imports`} className="divide-y divide-line border-line border-y">
      {data.items.map((batch) => (
        <ImportRow key={batch.id} batch={batch} now={openedAt} />
      ))}
    </ul>
  )
}

function ImportRow({ batch, now }: { batch: ImportBatch; now: number }) {
  const user = useUser()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const undo = useMutation({
    mutationFn: (changed: 'keep' | 'delete') => undoImport(batch.id, changed),
    onSuccess: (undone) => {
      setAsking(false)
      const { deleted } = undone
      const description = undoneText(undone)
      showToast({
        title: deleted > 0 ? t`Import undone: ${deleted} moved to the trash` : t`Import undone`,
        ...(description === '' ? {} : { description }),
      })
    },
    onSettled: () => {
      // What an export or a renewal brought is on every screen.
      if (batch.kind === 'vault') return void queryClient.invalidateQueries()
      if (batch.renewed > 0) return void refreshRecords(queryClient)
      for (const queryKey of [importsKey, credentialsKey, ceuKey])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  const { kind, changed, count, deleted, renewed } = batch
  const what = batchText(batch)
  const until = formatDate(batch.undoUntil.slice(0, 10), user.locale)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="break-words font-semibold">{what}</p>
        <p className="text-muted text-sm">
          {[formatInstant(batch.createdAt, user), changedText(batch)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {canUndo(batch, now) && (
        <Button onPress={() => setAsking(true)} aria-label={t`Undo the import of ${what}`}>
          {t`Undo…`}
        </Button>
      )}
      <Dialog
        role="alertdialog"
        size="sm"
        title={t`Undo this import?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onPress={() => setAsking(false)}>{t`Cancel`}</Button>
            {changed > 0 && (
              <Button onPress={() => undo.mutate('delete')} isPending={undo.isPending}>
                {t`Delete all ${count - deleted}`}
              </Button>
            )}
            {count === deleted && (
              <Button tone="danger" onPress={() => undo.mutate('keep')} isPending={undo.isPending}>
                {t`${plural(renewed, { one: 'Take back # renewal', other: 'Take back # renewals' })}`}
              </Button>
            )}
            {count - deleted > changed && (
              <Button tone="danger" onPress={() => undo.mutate('keep')} isPending={undo.isPending}>
                {changed > 0
                  ? t`Delete ${count - deleted - changed}, keep ${changed}`
                  : t`Delete ${count - deleted}`}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-2 text-muted">
          {renewed > 0 && (
            <p>
              {t`${plural(renewed, { one: 'The credential that it renewed gets its earlier dates back, with their documents.', other: 'The # credentials that it renewed get their earlier dates back, with their documents.' })}`}
            </p>
          )}
          <p>
            {t`What this import added moves to the trash, where you can restore it for 30 days. Undo is possible until ${until}.`}
          </p>
          {kind === 'vault' && (
            <p>
              {t`Your profile and your reminder settings stay, and so does a CE cycle with an entry that you changed or added.`}
            </p>
          )}
          {changed > 0 && (
            <p className="font-semibold text-ink">{t`You changed ${changed} of them since the import.`}</p>
          )}
          {undo.error && <ProblemNote problem={undo.error} />}
        </div>
      </Dialog>
    </li>
  )
}
