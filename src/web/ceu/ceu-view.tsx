import { Link } from '@tanstack/react-router'
import { ChevronDown, FileUp, Plus } from 'lucide-react'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { useUser } from '#web/core/session.ts'
import { buttonClass } from '#web/core/ui/button-class.ts'
import { useToday } from '#web/core/ui/dates.ts'
import { Empty } from '#web/core/ui/empty.tsx'
import { ProblemNote } from '#web/core/ui/problem-note.tsx'
import { Skeleton } from '#web/core/ui/skeleton.tsx'
import { CycleCard, PastCycleRow } from './cycle-card.tsx'
import { cyclesHeadline, groupCycles } from './cycle-words.ts'
import { ProposalCard } from './proposal-card.tsx'
import { useCycles, useProposals } from './use-cycle-lists.ts'

/** The sentence over the tab: what is short, and until when. */
export function CeuHeadline() {
  const today = useToday()
  const { locale } = useUser()
  const { data } = useCycles()
  return data ? cyclesHeadline(data.items, { today, locale }) : 'Your continuing education'
}

/** The ways on, beside the sentence; on a phone they stand under it. */
export function CeuActions() {
  const { data } = useCycles()
  const hasCycle = (data?.items.length ?? 0) > 0
  return (
    <>
      {hasCycle && (
        <Link to="/credentials/entries/new" className={`max-sm:flex-1 ${buttonClass({ tone: 'primary' })}`}>
          <Plus aria-hidden className="size-5" />
          Log a course
        </Link>
      )}
      <Link
        to="/credentials/cycles/new"
        className={`max-sm:flex-1 ${buttonClass({ tone: hasCycle ? 'secondary' : 'primary' })}`}
      >
        Add a cycle
      </Link>
      {hasCycle && (
        <Link to="/credentials/entries/import" className={buttonClass({ tone: 'quiet' })}>
          <FileUp aria-hidden className="size-5" />
          Import
        </Link>
      )}
    </>
  )
}

/** The CE tab: what could be begun, what runs, what is over. */
export function CeuView() {
  const today = useToday()
  const { locale } = useUser()
  const cycles = useCycles()
  const proposals = useProposals()
  const failed = cycles.error ?? proposals.error
  if (failed && !(cycles.data && proposals.data))
    return (
      <ProblemNote
        problem={failed}
        onRetry={() => {
          void cycles.refetch()
          void proposals.refetch()
        }}
      />
    )
  if (!cycles.data || !proposals.data) return <CeuSkeleton />
  const { current, past } = groupCycles(cycles.data.items, today)
  const open = proposals.data.items.filter(({ hasCycle }) => !hasCycle)
  if (cycles.data.items.length === 0 && open.length === 0) return <NothingYet />
  return (
    <div className="grid grid-cols-1 gap-8">
      <Proposals proposals={open} />
      {current.length > 0 && (
        <ul aria-label="Current cycles" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {current.map((cycle) => (
            <li key={cycle.id} className="min-w-0">
              <CycleCard cycle={cycle} today={today} locale={locale} />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details open={current.length === 0} className="group border-line border-y">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
            {`Past cycles (${past.length})`}
            <ChevronDown
              aria-hidden
              className="size-5 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <ul className="divide-y divide-line border-line border-t">
            {past.map((cycle) => (
              <PastCycleRow key={cycle.id} cycle={cycle} today={today} locale={locale} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Those with a rule first; one without is a quiet line. */
function Proposals({ proposals }: { proposals: CycleProposal[] }) {
  const known = proposals.filter(({ rule }) => rule !== null)
  const unknown = proposals.filter(({ rule }) => rule === null)
  if (proposals.length === 0) return null
  return (
    <section aria-label="Cycles to begin" className="grid grid-cols-1 gap-3">
      {known.map((proposal) => (
        <ProposalCard key={proposal.credentialId} proposal={proposal} />
      ))}
      {unknown.map(({ credentialId, credentialTitle }) => (
        <p key={credentialId} className="text-muted">
          {`No CE rule is known here for ${credentialTitle}. `}
          <Link
            to="/credentials/cycles/new"
            search={{ credentialId }}
            className="inline-block py-2.5 text-accent-strong underline"
          >
            Add its cycle by hand
          </Link>
        </p>
      ))}
    </section>
  )
}

function NothingYet() {
  return (
    <Empty
      title="Start with your license"
      body="Once it is in your vault, the CE cycle that its board asks for is proposed here: dates, hours and topics. Then every course you log counts towards it."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/upload" search={{ kind: 'license' }} className={buttonClass({ tone: 'primary' })}>
            Add a license
          </Link>
          <Link to="/credentials/cycles/new" className={buttonClass({ tone: 'quiet' })}>
            Add a cycle by hand
          </Link>
        </div>
      }
    />
  )
}

function CeuSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-52 w-full rounded-card" />
      <Skeleton className="h-52 w-full rounded-card" />
    </div>
  )
}
