import { Copy } from 'lucide-react'
import { useState } from 'react'
import { msg } from '#shared/i18n/translate.ts'
import type { debugContract } from '#shared/ops/contract.ts'
import type { OutboxMessage } from '#shared/ops/debug.ts'
import { loginLinkIn } from '#web/auth/outbox-link-view.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

const api = client<typeof debugContract>()

type OutboxMessageDialogProps = { message: OutboxMessage | null; onClose: () => void }

const views = [
  { id: 'preview', label: msg`Preview` },
  { id: 'text', label: msg`Plain text` },
]

/** A message in the local outbox, rendered or as plain text. */
export function OutboxMessageDialog({ message, onClose }: OutboxMessageDialogProps) {
  return (
    <Dialog title={message?.subject ?? ''} size="lg" isOpen={message !== null} onClose={onClose}>
      {message && <OutboxMessageView key={message.id} message={message} />}
    </Dialog>
  )
}

function OutboxMessageView({ message }: { message: OutboxMessage }) {
  const user = useUser()
  const [view, setView] = useState('preview')
  const link = loginLinkIn(message.text)

  async function copy(path: string) {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
      showToast({ title: t`Link copied` })
    } catch {
      showToast({
        title: t`Link not copied`,
        description: t`Your browser blocked copying. Copy the link from the plain text instead.`,
        tone: 'destructive',
      })
    }
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-muted">{t`Recipient`}</dt>
        <dd className="break-all">{message.to}</dd>
        <dt className="text-muted">{t`Created`}</dt>
        <dd>{formatInstant(message.createdAt, user)}</dd>
        <dt className="text-muted">{t`Status`}</dt>
        <dd>{message.state}</dd>
      </dl>
      {link && (
        <div className="flex flex-wrap gap-3">
          <a href={link} className={buttonClass({ tone: 'primary' })}>{t`Open link`}</a>
          <Button onPress={() => void copy(link)}>
            <Copy className="size-4" aria-hidden />
            {t`Copy link`}
          </Button>
        </div>
      )}
      <Tabs
        aria-label={t`Message format`}
        items={views.map(({ id, label }) => ({ id, label: t(label) }))}
        selected={view}
        onSelect={setView}
      >
        {view === 'preview' ? (
          // The server sends it with its own policy: styles are allowed, scripts are not.
          <iframe
            title={`Message: ${message.subject}`}
            src={outboxMessageUrl(message.id)}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className="h-[min(34rem,60vh)] w-full rounded-control border border-line bg-surface"
          />
        ) : (
          <pre className="whitespace-pre-wrap break-words rounded-control border border-line bg-sunken p-4 font-sans">
            {message.text}
          </pre>
        )}
      </Tabs>
    </div>
  )
}

/** The URL of a message in the local outbox, for a sandboxed frame. */
function outboxMessageUrl(id: string): string {
  return api.url('GET /api/debug/outbox/{id}', { params: { id } })
}
