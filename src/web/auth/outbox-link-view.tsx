import { queryOptions, useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import type { debugContract } from '#shared/ops/contract.ts'
import type { OutboxMail } from '#shared/ops/debug.ts'
import { siteConfig } from '#web/config/site.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

const api = client<typeof debugContract>()

export const debugQuery = queryOptions({
  queryKey: ['debug'],
  queryFn: ({ signal }) => api.call('GET /api/debug', { signal }),
  staleTime: 0,
})

/** The mail to this address. Without a session, only mail to the first account. */
const outboxQuery = (email: string) =>
  queryOptions({
    queryKey: ['debug', 'outbox', email],
    queryFn: ({ signal }) => api.call('GET /api/debug/outbox', { query: { email }, signal }),
    staleTime: 0,
  })

/** The path of the first link to `/login` in a message, whatever host it names. */
export function loginLinkIn(text: string): string | null {
  const [link] = /https?:\/\/\S+\/login\?[^\s>)]+/.exec(text) ?? []
  if (!link || !URL.canParse(link)) return null
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

/** The newest message to `email` that has a link, or `null`. */
export function newestLink(
  mail: OutboxMail | undefined,
  email: string,
): { subject: string; path: string } | null {
  const recipient = email.trim().toLowerCase()
  for (const message of mail?.items ?? []) {
    const path = message.to.toLowerCase() === recipient ? loginLinkIn(message.text) : null
    if (path) return { subject: message.subject, path }
  }
  return null
}

/** In emulator mode no email leaves the machine, so the page shows what would have been sent. */
export function OutboxLinkView({ email }: { email: string }) {
  const { data, isFetching, refetch } = useQuery({
    ...outboxQuery(email.trim().toLowerCase()),
    enabled: siteConfig.emulator,
  })
  if (!siteConfig.emulator) return null
  const newest = newestLink(data, email)
  return (
    <aside
      aria-labelledby="outbox-title"
      className="flex flex-col items-start gap-3 rounded-card border border-line-strong/50 border-dashed p-4"
    >
      <div className="flex gap-3">
        <MailOpen className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
        <div aria-live="polite">
          <h2 id="outbox-title" className="text-base">{t`No email leaves this machine`}</h2>
          <p className="text-muted">
            {newest
              ? t`Lanyard runs in emulator mode. The message to ${email} is in its outbox: “${newest.subject}”.`
              : data
                ? t`Lanyard runs in emulator mode, and its outbox has no link for ${email}. An address without an account gets none. Signed out, only mail to the first account is shown.`
                : t`Lanyard runs in emulator mode; messages stay in its outbox.`}
          </p>
        </div>
      </div>
      {newest ? (
        <a href={newest.path} className={buttonClass()}>{t`Open the link from the message`}</a>
      ) : (
        <Button onPress={() => void refetch()} isPending={isFetching}>{t`Check again`}</Button>
      )}
    </aside>
  )
}
