import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { DebugReport } from '#shared/ops/debug.ts'
import { debugQuery } from '#web/auth/outbox-link-view.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { OutboxMessageList } from './outbox-message-list.tsx'
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
