import { Link } from '@tanstack/react-router'
import { ChevronDown, FileUp, Plus } from 'lucide-react'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { cyclesHeadline, groupCycles } from '#web/ceu/cycle-text.ts'
import { useCycles, useProposals } from '#web/ceu/use-cycles.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CycleCard, PastCycleRow } from './cycle-card.tsx'
import { isAskedFor, ProposalCard } from './cycle-proposal-card.tsx'

/** The sentence over the tab: what is short, and until when. */
export function CeuHeadline() {
  const today = useToday()
  const { locale } = useUser()
  const { data } = useCycles()
  return data ? cyclesHeadline(data.items, { today, locale }) : 'Your continuing education'
}

/** The ways on, beside the sentence. Before there is anything to log in, the tab itself shows the first step. */
export function CeuActions() {
  const { data } = useCycles()
  // Keeps their place, so that the tabs do not jump when they come.
  if (!data) return <span aria-hidden className="min-h-11" />
  if (data.items.length === 0) return null
  return (
    <>
      <Link to="/credentials/entries/new" className={`max-sm:flex-1 ${buttonClass({ tone: 'primary' })}`}>
        <Plus aria-hidden className="size-5" />
        Log a course
      </Link>
      <Link to="/credentials/cycles/new" className={`max-sm:flex-1 ${buttonClass()}`}>
        Add a cycle
      </Link>
      <Link to="/credentials/entries/import" className={buttonClass({ tone: 'quiet' })}>
        <FileUp aria-hidden className="size-5" />
        <span className="max-sm:sr-only">Import</span>
      </Link>
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
      <Proposals proposals={open.filter(isAskedFor)} isFirst={cycles.data.items.length === 0} />
      {current.length > 0 && (
        <section aria-labelledby="current-title">
          <h2 id="current-title" className="sr-only">
            Current cycles
          </h2>
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {current.map((cycle) => (
              <li key={cycle.id} className="min-w-0">
                <CycleCard cycle={cycle} today={today} locale={locale} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <WithoutRule proposals={open.filter((proposal) => !isAskedFor(proposal))} />
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

function Proposals({ proposals, isFirst }: { proposals: CycleProposal[]; isFirst: boolean }) {
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby="proposals-title" className="grid grid-cols-1 gap-3">
      <h2 id="proposals-title" className="sr-only">
        Cycles to begin
      </h2>
      {proposals.map((proposal, at) => (
        <ProposalCard key={proposal.credentialId} proposal={proposal} isNext={isFirst && at === 0} />
      ))}
    </section>
  )
}

/** Those whose rule asks for nothing, or is not known: a quiet line under what runs. */
function WithoutRule({ proposals }: { proposals: CycleProposal[] }) {
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby="without-rule-title">
      <h2 id="without-rule-title" className="sr-only">
        Without a CE rule
      </h2>
      {proposals.map(({ credentialId, credentialTitle, rule }) => (
        <p key={credentialId} className="text-muted">
          {rule
            ? `${credentialTitle}: no CE is asked for under its rule. `
            : `No CE rule is known here for ${credentialTitle}. `}
          <Link
            to="/credentials/cycles/new"
            search={{ credentialId }}
            aria-label={`Add a cycle by hand: ${credentialTitle}`}
            className="inline-block py-2.5 text-accent-strong underline"
          >
            Add a cycle by hand
          </Link>
        </p>
      ))}
    </section>
  )
}

function NothingYet() {
  return (
    <EmptyState
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
