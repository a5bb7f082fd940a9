import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { OutboxMessage } from '#shared/ops/debug.ts'
import { loginLinkIn } from '#web/auth/outbox-link-view.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

type MessageDialogProps = { message: OutboxMessage | null; onClose: () => void }

const views = [
  { id: 'look', label: 'As it would look' },
  { id: 'text', label: 'Plain text' },
]

export function MessageDialog({ message, onClose }: MessageDialogProps) {
  return (
    <Dialog
      title={message?.subject ?? ''}
      size="lg"
      isOpen={message !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {message && <Message key={message.id} message={message} />}
    </Dialog>
  )
}

function Message({ message }: { message: OutboxMessage }) {
  const user = useUser()
  const [view, setView] = useState('look')
  const link = loginLinkIn(message.text)

  async function copy(path: string) {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.origin).href)
      showToast({ title: 'Link copied' })
    } catch {
      showToast({
        title: 'Link not copied',
        description: 'This browser does not allow it. Copy it from the plain text.',
        tone: 'destructive',
      })
    }
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-muted">To</dt>
        <dd className="break-all">{message.to}</dd>
        <dt className="text-muted">Written</dt>
        <dd>{formatInstant(message.createdAt, user)}</dd>
        <dt className="text-muted">State</dt>
        <dd>{message.state}</dd>
      </dl>
      {link && (
        <div className="flex flex-wrap gap-3">
          <a href={link} className={buttonClass({ tone: 'primary' })}>
            Open its link
          </a>
          <Button onPress={() => void copy(link)}>
            <Copy className="size-4" aria-hidden />
            Copy link
          </Button>
        </div>
      )}
      <Tabs aria-label="How to show the message" items={views} selected={view} onSelect={setView}>
        {view === 'look' ? (
          // The server sends it with a policy of its own: styles, and nothing that runs.
          <iframe
            title={`Message: ${message.subject}`}
            src={`/api/debug/outbox/${message.id}`}
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
