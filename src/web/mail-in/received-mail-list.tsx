import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { ReceivedMail, RefusedReason, SenderChecks } from '#shared/mail-in/mail-in.ts'
import { fileListKeys } from '#web/files/api.ts'
import { WaitingFileRow, WaitingSection } from '#web/files/waiting-file-row.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { allowMail, mailedFilesId, receivedMailsQuery, removeMail } from './api.ts'

type ReceivedMailListProps = {
  mails: ReceivedMail[]
  /** Ids of files that are in use. */
  except: string[]
  onUse(files: StoredFile[]): void
}

/** Files that came by mail and wait to be looked at, by mail. Those that can be used come first. */
export function ReceivedMailList({ mails, except, onUse }: ReceivedMailListProps) {
  const shown = mails
    .map((mail) => ({ mail, files: mail.files.filter(({ id }) => !except.includes(id)) }))
    .filter(({ mail, files }) => files.length > 0 || mail.files.length === 0)
    .sort((a, b) => rankOf(a.mail) - rankOf(b.mail))
  const count = shown.flatMap(({ files }) => files).length
  if (shown.length === 0) return null
  return (
    <WaitingSection
      id={mailedFilesId}
      title={count === 0 ? t`From your email` : t`From your email (${count})`}
    >
      <ul className="grid grid-cols-1 gap-3">
        {shown.map(({ mail, files }) => (
          <MailRow key={mail.id} mail={{ ...mail, files }} onUse={onUse} />
        ))}
      </ul>
    </WaitingSection>
  )
}

function rankOf({ isHeld, files }: ReceivedMail): number {
  if (!isHeld && files.length > 0) return 0
  return isHeld ? 1 : 2
}

function MailRow({ mail, onUse }: { mail: ReceivedMail; onUse(files: StoredFile[]): void }) {
  const user = useUser()
  const { sender, subject, isHeld, files, checks } = mail
  const fault = mail.refused.find(({ name }) => name === '')
  const refused = mail.refused.filter((each) => each !== fault)
  return (
    <li className="grid grid-cols-1 gap-2 rounded-control border border-line p-3">
      <div className="min-w-0">
        <p className="break-words font-semibold">{subject || t`No subject`}</p>
        <p className="break-words text-muted text-sm">
          {sender || t`Unknown sender`} · {formatInstant(mail.receivedAt, user)}
        </p>
        {checks && <p className="text-muted text-sm">{checksText(checks)}</p>}
      </div>
      {isHeld && (
        <p className="break-words">
          {sender === ''
            ? t`An email without a sender is on hold. Allow or delete it.`
            : t`An email from ${sender} is on hold. Allow or delete it.`}
        </p>
      )}
      {fault && <p>{t(reasons[fault.reason])}</p>}
      {files.length === 0 && mail.refused.length === 0 && <p>{t`This email has no PDF or photo.`}</p>}
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <WaitingFileRow key={file.id} file={file} onUse={isHeld ? null : () => onUse([file])} />
        ))}
        {refused.map(({ name, reason }) => (
          <li key={`${name} ${reason}`} className="py-2">
            <span className="block break-words font-semibold">{name}</span>
            <span className="block text-muted text-sm">{t(reasons[reason])}</span>
          </li>
        ))}
      </ul>
      <MailActions mail={mail} onUse={onUse} />
    </li>
  )
}

function MailActions({ mail, onUse }: { mail: ReceivedMail; onUse(files: StoredFile[]): void }) {
  const { id, sender, isHeld, files, refused } = mail
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const onSettled = () => {
    setConfirming(false)
    return Promise.all(
      [receivedMailsQuery.queryKey, ...fileListKeys].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
  const allow = useMutation({ mutationFn: (remember: boolean) => allowMail(id, remember), onSettled })
  const remove = useMutation({ mutationFn: () => removeMail(id), onSettled })
  const isBusy = allow.isPending || remove.isPending
  const isEmpty = files.length === 0
  const allowButton = (remember: boolean) => {
    const isPending = allow.isPending && allow.variables === remember
    return { isPending, isDisabled: isBusy && !isPending, onPress: () => allow.mutate(remember) }
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isHeld && (
          <>
            {sender !== '' && <Button {...allowButton(true)}>{t`Always allow this sender`}</Button>}
            {!isEmpty && <Button tone="quiet" {...allowButton(false)}>{t`Allow once`}</Button>}
            <Button tone="quiet" isDisabled={isBusy} onPress={() => setConfirming(true)}>{t`Delete`}</Button>
          </>
        )}
        {!isHeld && files.length > 1 && (
          <Button tone="quiet" onPress={() => onUse(files)}>{t`Use all ${files.length}, one by one`}</Button>
        )}
        {!isHeld && (isEmpty || refused.length > 0) && (
          <Button
            tone="quiet"
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >{t`Dismiss`}</Button>
        )}
      </div>
      {(allow.error ?? remove.error) && <ProblemNote problem={allow.error ?? remove.error} />}
      <ConfirmDialog
        title={t`Delete this email?`}
        body={isEmpty ? t`This cannot be undone.` : t`Its files are deleted with it. This cannot be undone.`}
        confirmLabel={t`Delete email`}
        tone="danger"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
      />
    </>
  )
}

const reasons: Record<RefusedReason, string> = {
  kind: msg`Not accepted: only PDF, JPEG, PNG, WebP and HEIC files are.`,
  archive: msg`Not accepted: ZIP archives and Office documents are not opened. Send a PDF or a photo.`,
  winmail: msg`Not accepted: Outlook packed its files into winmail.dat. Send the email again as HTML or plain text.`,
  tooLarge: msg`Not accepted: it is larger than 25 MB.`,
  damaged: msg`Not accepted: it is incomplete or damaged.`,
  infected: msg`Not accepted: the virus scanner found something in it.`,
  tooMany: msg`Not accepted: an email can bring at most 10 files.`,
  noSpace: msg`Not accepted: your vault is full. Empty the trash, then send it again.`,
  unreadable: msg`This email could not be read. Upload its files here instead.`,
  mailTooLarge: msg`This email is larger than 40 MB, so it was not read. Upload its files here, or send them in several emails.`,
}

/** Facts for the owner to judge. A forwarded mail often fails one of them. */
function checksText({ spf, dkim, dmarc }: SenderChecks): string {
  const checks = Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc })
  const namesOf = (...results: string[]) =>
    checks.flatMap(([name, result]) => (result !== null && results.includes(result) ? [name] : []))
  const failed = namesOf('fail', 'softfail', 'hardfail')
  const passed = namesOf('pass')
  const names = (failed.length > 0 ? failed : passed).join(', ')
  if (failed.length === 1)
    return t`Sender checks: one failed (${names}). The address may be forged, or the email was forwarded.`
  if (failed.length > 1)
    return t`Sender checks: ${failed.length} failed (${names}). The address may be forged, or the email was forwarded.`
  if (passed.length === checks.length) return t`Sender checks: all passed.`
  if (passed.length === 0) return t`Sender checks: unknown.`
  return t`Sender checks: passed (${names}). The rest is unknown.`
}
