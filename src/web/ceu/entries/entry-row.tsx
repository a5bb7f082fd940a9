import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleCheck, CircleMinus, FileWarning, Info, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type CertificateGap, certificateGapNames, certificateGaps } from '#shared/ceu/certificate.ts'
import { amountText, hoursText, reasonText, topicLabel } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry, Reason } from '#shared/ceu/entry.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { shortUnitName } from '#shared/ceu/unit-text.ts'
import { msg } from '#shared/i18n/translate.ts'
import { retentionOf } from '#shared/retention/proof-retention.ts'
import { entryRemoval, useCyclesOf } from '#web/ceu/api.ts'
import { shortName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { OnlineOnly, WaitingBadge } from '#web/offline/waiting-badge.tsx'
import { asksToKeep, KeepProofDialog } from '#web/retention/keep-proof-dialog.tsx'
import { ProofRetentionView } from '#web/retention/proof-retention-view.tsx'
import { useToday } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { listText } from './entry-form-text.ts'

type EntryRowProps = { entry: CeuEntry; cycle: CeuCycle; locale: string | null }

/** Collapsed to its title and counted hours; the reasons, topics and actions are inside. */
export function EntryRow({ entry, cycle, locale }: EntryRowProps) {
  const removal = useRemoval(entryRemoval)
  const today = useToday()
  const [isAsking, setAsking] = useState(false)
  const cycles = useCyclesOf(entry, cycle)
  const retention = retentionOf(entry.completedAt, cycles)
  const count = entry.counts.find(({ cycleId }) => cycleId === cycle.id)
  const date = (value: string) => formatDate(value, locale)
  const hasLoss = (count?.reasons ?? []).some(isLoss)
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-18 cursor-pointer list-none items-center gap-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <div className="min-w-0 flex-1">
            <h3 className="truncate font-semibold group-open:whitespace-normal group-open:[overflow-wrap:anywhere]">
              {entry.title}
            </h3>
            <p className="truncate text-muted text-sm">{`${date(entry.completedAt)} · ${entry.provider}`}</p>
            <WaitingBadge id={entry.id} />
            {hasLoss && (
              <p className="truncate font-semibold text-expiring text-sm">{t`Not all of it counts`}</p>
            )}
          </div>
          <p className="shrink-0 text-right">
            <span className="block font-semibold text-lg leading-6">{count?.countedHours ?? 0}</span>
            <span className="block text-muted text-sm leading-4">
              {t(shortUnitName(cycle.rule, count?.countedHours ?? 0))}
            </span>
          </p>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
        </summary>
        <div className="pb-3">
          <p className="text-muted text-sm">{summaryOf(entry)}</p>
          <Topics entry={entry} />
          <ul aria-label={t`Why`} className="mt-2 grid gap-1">
            {(count?.reasons ?? []).map((reason, at) => (
              <ReasonLine
                // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and nothing moves here
                key={`${at} ${reason.code}`}
                reason={reason}
                text={reasonText(reason, { cycle, entry, date, t })}
              >
                {reason.code in corrections && (
                  <Link
                    to="/credentials/entries/$entryId"
                    params={{ entryId: entry.id }}
                    search={{ cycleId: cycle.id }}
                    className="inline-flex min-h-11 items-center font-semibold text-accent-strong underline"
                  >
                    {t(corrections[reason.code] ?? '')}
                  </Link>
                )}
              </ReasonLine>
            ))}
          </ul>
          <Gaps entry={entry} />
          <ProofRetentionView completedAt={entry.completedAt} cycles={cycles} locale={locale} />
          <div className="-mb-2 -ml-3 flex items-center">
            <Link
              to="/credentials/entries/$entryId"
              params={{ entryId: entry.id }}
              search={{ cycleId: cycle.id }}
              aria-label={t`Edit ${entry.title}`}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 font-semibold text-accent-strong text-sm hover:bg-accent-soft"
            >
              <Pencil aria-hidden className="size-4" />
              {t`Edit`}
            </Link>
            <OnlineOnly>
              <IconButton
                icon={<Trash2 aria-hidden className="size-4" />}
                label={t`Delete ${entry.title}`}
                isDisabled={removal.isPending}
                onPress={() =>
                  asksToKeep(retention, entry.fileIds.length, today) ? setAsking(true) : removal.remove(entry)
                }
              />
            </OnlineOnly>
          </div>
        </div>
      </details>
      <KeepProofDialog
        title={t`Delete “${shortName(entry.title)}”?`}
        confirmLabel={t`Delete`}
        retention={retention}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => removal.remove(entry)}
      />
    </li>
  )
}

/** "0.5 CEUs on the certificate · College course", "5 hours · Course or live event". */
export function summaryOf({
  amount,
  unit,
  hours,
  kind,
}: Pick<CeuEntry, 'amount' | 'unit' | 'hours' | 'kind'>): string {
  const amountSummary =
    amount === null ? hoursText(hours, t) : t`${amountText(amount, unit, t)} on the certificate`
  return `${amountSummary} · ${t(entryKindNames[kind])}`
}

function Topics({ entry: { topicTags, topicHours } }: { entry: CeuEntry }) {
  const hoursOf = new Map(topicHours.map(({ topic, hours }) => [topic.toLowerCase(), hours]))
  const others = topicHours.filter(
    ({ topic }) => !topicTags.some((tag) => tag.toLowerCase() === topic.toLowerCase()),
  )
  const names = [...topicTags, ...others.map(({ topic }) => topic)]
  if (names.length === 0) return null
  return (
    <ul aria-label={t`Topics`} className="mt-2 flex flex-wrap gap-1.5">
      {names.map((name) => {
        const hours = hoursOf.get(name.toLowerCase())
        return (
          <li
            key={name}
            className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-muted text-sm"
          >
            {hours === undefined ? topicLabel(name, t) : `${topicLabel(name, t)} · ${hoursText(hours, t)}`}
          </li>
        )
      })}
    </ul>
  )
}

const lossCodes: ReadonlySet<Reason['code']> = new Set([
  'outside_dates',
  'kind_refused',
  'over_cap',
  'over_day_cap',
  'over_category',
  'kind_unclear',
  'no_conversion',
])

/** What the owner can enter so that the hours count. */
const corrections: Partial<Record<Reason['code'], string>> = {
  kind_unclear: msg`Say which course it was`,
  no_conversion: msg`Enter what it is worth`,
}

function isLoss({ code, hours }: Reason): boolean {
  return lossCodes.has(code) || (code === 'set_by_owner' && hours > 0)
}

/** Hours that do not count are bold with a minus sign; notes are muted. */
function ReasonLine({ reason, text, children }: { reason: Reason; text: string; children: ReactNode }) {
  const { icon: Icon, look } = isLoss(reason)
    ? { icon: CircleMinus, look: 'text-expiring' }
    : reason.code === 'accepted'
      ? { icon: CircleCheck, look: 'text-active' }
      : reason.code === 'no_certificate'
        ? { icon: FileWarning, look: 'text-renewal' }
        : { icon: Info, look: 'text-muted' }
  return (
    <li className="flex gap-2 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div>
        <p className={isLoss(reason) ? 'font-semibold text-expiring' : undefined}>{text}</p>
        {children}
      </div>
    </li>
  )
}

function Gaps({ entry }: { entry: CeuEntry }) {
  // Without a certificate, asking for the certificate comes first. The other details are usually on it.
  const gaps = entry.fileId === null ? [] : certificateGaps(entry)
  if (gaps.length === 0) return null
  return <p className="mt-1 text-muted text-sm">{gapsText(gaps)}</p>
}

/** "An audit may also ask for who approved the provider and the provider number." */
export function gapsText(gaps: CertificateGap[]): string {
  const names = gaps.map((gap) => t(certificateGapNames[gap]))
  return t`An audit may also ask for ${listText(names)}.`
}
