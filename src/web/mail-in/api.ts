import { queryOptions, useQuery } from '@tanstack/react-query'
import type { mailInContract } from '#shared/mail-in/contract.ts'
import type { MailInState, ReceivedMail } from '#shared/mail-in/mail-in.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { siteConfig } from '#web/config/site.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof mailInContract>()

export const mailInQuery = queryOptions({
  queryKey: ['mail-in', 'address'],
  queryFn: ({ signal }) => api.call('GET /api/mail-in', { signal }),
})

export const receivedMailsQuery = queryOptions({
  queryKey: ['mail-in', 'mails'],
  queryFn: ({ signal }) => api.call('GET /api/mail-in/mails', { signal }),
  select: ({ items }) => items,
})

/** The heading of the files that wait, which a link opens. */
export const mailedFilesId = 'from-your-email'

/** An installation without documents by mail is not asked. */
export const useReceivedMails = () => useQuery({ ...receivedMailsQuery, enabled: siteConfig.hasMailIn })

/** The files of these mails, which are not listed a second time. */
export const fileIdsOf = (mails: readonly ReceivedMail[]) =>
  mails.flatMap(({ files }) => files.map(({ id }) => id))

/** The previous address stops working. */
export function createMailAddress(): Promise<MailInState> {
  return withReauthentication(() => api.call('POST /api/mail-in'))
}

export function removeMailAddress(): Promise<void> {
  return api.call('DELETE /api/mail-in')
}

export function saveSenders(senders: string[]): Promise<MailInState> {
  return api.call('PUT /api/mail-in/senders', { body: { senders } })
}

export function allowMail(id: string, remember: boolean): Promise<void> {
  return api.call('POST /api/mail-in/mails/{id}/allow', { params: { id }, body: { remember } })
}

export function removeMail(id: string): Promise<void> {
  return api.call('DELETE /api/mail-in/mails/{id}', { params: { id } })
}
