import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { groupCycles } from '#shared/ceu/progress.ts'
import { currentFirst, hasRequirements, isEnded, isRetaken } from '#shared/ceu/proposal.ts'
import { useCycles, useProposals } from '#web/ceu/api.ts'
import { PinnedLogCourseLink } from '#web/ceu/cycle-link.tsx'
import { cycleName } from '#web/ceu/cycle-text.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useDateContext } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, SectionLink } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { CycleCard, PastCycleRow } from './cycle-card.tsx'
import { ProposalCard, requirementsText } from './cycle-proposal-card.tsx'

/** The CE tab: current, suggested and past cycles, and a link to the practice log. */
export function CycleListView() {
  const hasCycles = (useCycles().data?.items.length ?? 0) > 0
  return (
    <div className="grid grid-cols-1 gap-8">
      <Cycles />
      <SectionLink to="/credentials/practice" title={t`Practice log`}>
        <Trans>Hours worked, academic credits, exams and other things that some renewals accept</Trans>
      </SectionLink>
      {hasCycles && <PinnedLogCourseLink />}
    </div>
  )
}

function Cycles() {
  const { today, locale } = useDateContext()
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
  if (!cycles.data || !proposals.data) return <CycleListSkeleton />
  const { current, past } = groupCycles(cycles.data.items, today)
  const suggested = proposals.data.items.filter((proposal) => !proposal.hasCycle && !isRetaken(proposal))
  if (cycles.data.items.length === 0 && suggested.length === 0) return <NoCycles />
  return (
    <div className="grid grid-cols-1 gap-8">
      {current.length > 0 && (
        <section aria-labelledby="current-title">
          <h2 id="current-title" className="sr-only">{t`Current cycles`}</h2>
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {current.map((cycle) => (
              <li key={cycle.id} className="min-w-0">
                <CycleCard cycle={cycle} isOnly={current.length === 1} today={today} locale={locale} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Proposals
        proposals={currentFirst(suggested.filter(hasRequirements), today)}
        isFirst={cycles.data.items.length === 0}
        today={today}
      />
      <WithoutRule proposals={suggested.filter((proposal) => !hasRequirements(proposal))} />
      {past.length > 0 && (
        <details open={current.length === 0} className="group border-line border-y">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
            {t`Past cycles (${past.length})`}
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
      {cycles.data.items.length > 0 && (
        <ListExportPicker
          name="ce-cycles"
          title={t`CE cycles`}
          today={today}
          load={() =>
            import('./cycle-list-values.ts').then((module) => module.cycleTable([...current, ...past]))
          }
        />
      )}
    </div>
  )
}

type ProposalsProps = { proposals: CycleProposal[]; isFirst: boolean; today: string }

function Proposals({ proposals, isFirst, today }: ProposalsProps) {
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby="proposals-title" className="grid grid-cols-1 gap-3">
      <h2 id="proposals-title" className="sr-only">{t`Suggested cycles`}</h2>
      {proposals.map((proposal, at) => (
        <ProposalCard
          key={proposal.credentialId}
          proposal={proposal}
          isNext={isFirst && at === 0 && !isEnded(proposal, today)}
        />
      ))}
    </section>
  )
}

/** Credentials without a rule, or whose rule has nothing to count. */
function WithoutRule({ proposals }: { proposals: CycleProposal[] }) {
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby="without-rule-title">
      <h2 id="without-rule-title" className="sr-only">{t`Without a CE rule`}</h2>
      {proposals.map((proposal) => (
        <p key={proposal.credentialId} className="text-muted">
          {`${cycleName(proposal)}: ${requirementsText(proposal)}`}{' '}
          <Link
            to="/credentials/cycles/new"
            search={{ credentialId: proposal.credentialId }}
            aria-label={t`Add a cycle manually: ${cycleName(proposal)}`}
            className="inline-target text-accent-strong underline"
          >{t`Add a cycle manually`}</Link>
        </p>
      ))}
    </section>
  )
}

function NoCycles() {
  return (
    <EmptyState
      title={t`Start with your license`}
      body={t`Add a license and Lanyard suggests its CE cycle here, with the dates, hours and topics its board requires. Every course you log then counts toward it.`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink to="/upload" search={{ kind: 'license' }} tone="primary">{t`Add a license`}</ButtonLink>
          <ButtonLink to="/credentials/cycles/new" tone="quiet">{t`Add a cycle manually`}</ButtonLink>
        </div>
      }
    />
  )
}

function CycleListSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-52 w-full rounded-card" />
      <Skeleton className="h-52 w-full rounded-card" />
    </div>
  )
}
