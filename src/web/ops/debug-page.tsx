import { useQuery } from '@tanstack/react-query'
import { ChevronRight, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { DebugReport, OutboxMessage } from '#shared/ops/debug.ts'
import { debugQuery } from '#web/auth/outbox-link-view.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { OutboxMessageDialog } from './outbox-message-dialog.tsx'
import { ServiceList } from './service-list.tsx'

/** Shows which services respond, and in emulator mode the mail that was not sent. */
export function DebugPage() {
  const user = useUser()
  const { data: report, error, isFetching, refetch, dataUpdatedAt } = useQuery(debugQuery)
  return (
    <Page
      title={t`Debug`}
      heading={report ? headingOf(report) : t`Service status`}
      intro={
        report?.mode === 'emulator'
          ? t`Emulator mode: everything is embedded and mail stays on this machine. Use it to try Lanyard, not for real credentials.`
          : undefined
      }
      actions={
        <Button onPress={() => void refetch()} isPending={isFetching}>
          <RefreshCw className="size-4" aria-hidden />
          {t`Check again`}
        </Button>
      }
    >
      {error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {report ? (
        <div className="grid grid-cols-1 gap-12">
          <section aria-labelledby="services-title" className="grid grid-cols-1 gap-4">
            <header className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 id="services-title" className="text-lg">{t`Services`}</h2>
              <p aria-live="polite" className="text-muted text-sm">
                {t`Checked ${formatInstant(new Date(dataUpdatedAt).toISOString(), user)}`}
              </p>
            </header>
            <ServiceList report={report} />
          </section>
          {report.mode === 'emulator' && <OutboxMessageList messages={report.outbox} />}
        </div>
      ) : (
        !error && (
          <div className="grid gap-4 sm:grid-cols-2">
            {['identity', 'database', 'storage', 'mail'].map((key) => (
              <Skeleton key={key} className="h-36 rounded-card" />
            ))}
          </div>
        )
      )}
    </Page>
  )
}

function headingOf({ identity, database, storage, mail }: DebugReport): string {
  const unreachable = Object.entries({ identity, database, storage, mail }).filter(
    ([, service]) => !service.reachable,
  )
  if (unreachable.length === 0) return t`All services respond`
  const names = unreachable.map(([name]) => name)
  return t`No response from ${new Intl.ListFormat(t.locale).format(names)}`
}

/** The local outbox, newest first. */
function OutboxMessageList({ messages }: { messages: readonly OutboxMessage[] }) {
  const user = useUser()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = messages.find(({ id }) => id === openId) ?? null
  return (
    <section aria-labelledby="outbox-title" className="grid grid-cols-1 gap-4">
      <h2 id="outbox-title" className="text-lg">{t`Outbox`}</h2>
      {messages.length === 0 ? (
        <EmptyState
          title={t`No messages yet`}
          body={t`Mail that Lanyard would have sent appears here, such as password reset links.`}
        />
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {messages.map(({ id, to, subject, createdAt }) => (
            <li key={id}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setOpenId(id)}
                className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-control px-2 py-2.5 text-left hover:bg-sunken"
              >
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="font-semibold">{subject}</span>
                  <span className="truncate text-muted text-sm">
                    {to} · {formatInstant(createdAt, user)}
                  </span>
                </span>
                <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <OutboxMessageDialog message={open} onClose={() => setOpenId(null)} />
    </section>
  )
}
