import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { ShareSummary } from '#shared/shares/view.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { Button } from '#web/ui/button.tsx'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { capitalize, cookiesOff, coverTexts, holderText } from './visitor-text.ts'

// Loaded lazily, because few links have a passcode.
const PasscodeForm = lazyPart(
  () => import('./passcode-form.tsx'),
  'PasscodeForm',
  () => <Skeleton className="h-44" />,
)

type ShareSummaryViewProps = {
  summary: ShareSummary
  isOpening: boolean
  problem: Error | null
  onOpen: (passcode: string | null) => void
}

/** The summary of a share before a person opens it. Link scanners get no further. */
export function ShareSummaryView({ summary, isOpening, problem, onOpen }: ShareSummaryViewProps) {
  const { ownerName, recipient, openUntil, timeZone, needsPasscode, isOpened } = summary
  const cover = coverTexts(ownerName, recipient)
  const holder = capitalize(ownerName === null ? t`the sender` : holderText(ownerName))
  useEffect(() => {
    document.title = t`Shared credentials · Lanyard`
  }, [])
  return (
    <SummaryLayout>
      <IdBadgeCard
        eyebrow={<span className="[overflow-wrap:anywhere]">{cover.recipient}</span>}
        title={<h1 className="text-xl [overflow-wrap:anywhere]">{cover.owner}</h1>}
      >
        <p>
          <Trans>
            Nurses use Lanyard to keep track of licenses, certifications and CE hours. You will see what the
            holder chose to share. You do not need an account.
          </Trans>
        </p>
        {!isOpened && !navigator.cookieEnabled && <ProblemNote problem={cookiesOff()} />}
        {needsPasscode && !isOpened ? (
          <PasscodeForm problem={problem} isOpening={isOpening} onOpen={onOpen} />
        ) : (
          <>
            {problem && <ProblemNote problem={problem} />}
            <Button tone="primary" wide isPending={isOpening} onPress={() => onOpen(null)}>
              <Eye aria-hidden className="size-5" />
              {t`View credentials`}
            </Button>
          </>
        )}
        <div className="grid gap-1 text-muted text-sm">
          <p>
            {isOpened
              ? t`You have opened this link in this browser before. Viewing it again is not counted.`
              : t`${holder} will see that the link was opened.`}
          </p>
          {openUntil !== null && (
            <p>{t`Open until ${formatZonedInstant(openUntil, { timeZone, locale: t.locale })}.`}</p>
          )}
        </div>
      </IdBadgeCard>
    </SummaryLayout>
  )
}

export function ShareSummarySkeleton() {
  return (
    <SummaryLayout>
      <IdBadgeCard title={<Skeleton className="h-15 w-full" />}>
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </IdBadgeCard>
    </SummaryLayout>
  )
}

function SummaryLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[30rem] px-4 pb-16">
      <BadgeStrap tone="neutral" className="h-28 sm:h-40" />
      {children}
    </div>
  )
}
