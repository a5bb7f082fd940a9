import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import type { ShareCover } from '#shared/shares/view.ts'
import { useSession } from '#web/session/session.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { Button } from '#web/ui/button.tsx'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PasscodeForm } from './passcode-form.tsx'
import { holderText, instantText } from './visitor-text.ts'

type CoverProps = {
  cover: ShareCover
  isOpening: boolean
  problem: Error | null
  onOpen: (passcode: string | null) => void
}

/** What a link says before a person opens it; programs that follow every link get no further. */
export function ShareCoverView({ cover, isOpening, problem, onOpen }: CoverProps) {
  const { user } = useSession()
  const { ownerName, recipient, openUntil, needsPasscode, isOpened } = cover
  const holder = sentenceStart(ownerName === null ? 'the sender' : holderText(ownerName))
  const reader = { locale: user?.locale ?? null, timeZone: user?.timeZone ?? null }
  useEffect(() => {
    document.title = 'Shared credentials · Lanyard'
  }, [])
  return (
    <CoverStage>
      <IdBadgeCard
        eyebrow={
          <span className="[overflow-wrap:anywhere]">
            {recipient === null ? 'Nursing credentials' : `For ${recipient}`}
          </span>
        }
        title={
          <h1 className="text-xl [overflow-wrap:anywhere]">
            {ownerName === null
              ? 'Credentials were shared with you'
              : `${ownerName} shared credentials with you`}
          </h1>
        }
      >
        <p>
          Lanyard is where nurses keep their licenses, certifications and course hours. You see what the
          holder chose to show. You need no account.
        </p>
        {needsPasscode && !isOpened ? (
          <PasscodeForm problem={problem} isOpening={isOpening} onOpen={onOpen} />
        ) : (
          <>
            {problem && <ProblemNote problem={problem} />}
            <Button tone="primary" wide isPending={isOpening} onPress={() => onOpen(null)}>
              <Eye aria-hidden className="size-5" />
              Show the credentials
            </Button>
          </>
        )}
        <div className="grid gap-1 text-muted text-sm">
          <p>
            {isOpened
              ? 'You opened it in this browser before; looking again is not counted.'
              : `${holder} is told when it is opened.`}
          </p>
          {openUntil !== null && <p>{`Open until ${instantText(openUntil, reader)}.`}</p>}
        </div>
      </IdBadgeCard>
    </CoverStage>
  )
}

export function ShareCoverSkeleton() {
  return (
    <CoverStage>
      <IdBadgeCard title={<Skeleton className="h-15 w-full" />}>
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
      </IdBadgeCard>
    </CoverStage>
  )
}

/** "The holder". */
const sentenceStart = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function CoverStage({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[30rem] px-4 pb-16">
      <BadgeStrap tone="neutral" className="h-28 sm:h-40" />
      {children}
    </div>
  )
}
