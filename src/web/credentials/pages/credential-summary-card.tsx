import { Link } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { daysLeft, lookOf } from '#shared/credentials/status.ts'
import { StatusBadge, statusTone } from '#web/credentials/status-badge.tsx'
import { useFiles } from '#web/files/attachment-list.tsx'
import { FileFigure, MissingFile } from '#web/files/file-figure-view.tsx'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { WaitingBadge } from '#web/offline/waiting-badge.tsx'
import { useDateContext, useToday } from '#web/session/session.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'

/** Below the name: the status, and until when it is valid. */
export function CredentialStatus({ credential }: { credential: Credential }) {
  const { today, locale } = useDateContext()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
      <StatusBadge status={lookOf(credential, today)} />
      <WaitingBadge id={credential.id} />
      <p className="max-sm:text-base">{validityText(credential, today, locale)}</p>
    </div>
  )
}

/** "Valid until Mar 31, 2027 · in 130 days." Shown through the last day, with any status. */
function validityText({ expiresAt, neverExpires }: Credential, today: string, locale: string | null): string {
  const left = daysLeft(expiresAt, today)
  if (expiresAt === null || left === null)
    return neverExpires
      ? t`Does not expire.`
      : t`Without it, nobody can say whether it is valid. Select Edit to add it.`
  const when = `${formatDate(expiresAt, locale)} · ${formatDays(left)}`
  return left < 0 ? t`Expired on ${when}.` : t`Valid until ${when}.`
}

/** The card itself on its strap: its document, or the way to add one. */
export function CredentialSummaryCard({ credential }: { credential: Credential }) {
  const look = lookOf(credential, useToday())
  return (
    <div className="border-line-strong border-t-4 lg:sticky lg:top-24">
      <IdBadge
        tone={statusTone(look)}
        picture={
          credential.fileIds.length > 0 ? (
            <CardDocument credential={credential} />
          ) : (
            <Link
              to="/credentials/$id/edit"
              params={{ id: credential.id }}
              className="m-3 flex min-h-24 items-center justify-center gap-2 rounded-control border border-line-strong border-dashed font-semibold text-accent-strong no-underline hover:bg-sunken lg:min-h-40 print:hidden"
            >
              <Camera aria-hidden className="size-5" />
              {t`Add a photo of the card`}
            </Link>
          )
        }
      />
    </div>
  )
}

const ShowCardDialog = lazyPart(() => import('./show-card-dialog.tsx'), 'ShowCardDialog')

/** The first document of a credential, large. It opens full screen. */
function CardDocument({ credential }: { credential: Credential }) {
  const [isShown, setShown] = useState(false)
  const [document] = useFiles(credential.fileIds)
  if (!document) return null
  const { file, side, isPending, isError, refetch } = document
  return (
    <div className="px-3 py-2">
      {file && (
        <FileFigure file={file} side={side} openText={t`Show my card`} onOpen={() => setShown(true)} />
      )}
      {isPending && (
        <div className="pb-12">
          <Skeleton className="aspect-[4/3] w-full" />
        </div>
      )}
      {!file && !isPending && <MissingFile {...(isError ? { onRetry: refetch } : {})} />}
      {isShown && <ShowCardDialog credential={credential} onClose={() => setShown(false)} />}
    </div>
  )
}
