import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { OutboxMessage } from '#shared/ops/debug.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/page.tsx'
import { OutboxMessageDialog } from './outbox-message-dialog.tsx'

/** The local outbox, newest first. */
export function OutboxMessageList({ messages }: { messages: readonly OutboxMessage[] }) {
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
