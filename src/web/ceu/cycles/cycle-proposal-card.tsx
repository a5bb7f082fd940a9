import { Link } from '@tanstack/react-router'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { topicsText } from '#web/ceu/cycle-text.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** A credential without a cycle, with the requirements of its rule. */
export function ProposalCard({ proposal, isNext = false }: { proposal: CycleProposal; isNext?: boolean }) {
  const { credentialId, credentialTitle } = proposal
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-accent-soft p-4 sm:px-5">
      <div className="min-w-0 max-w-[60ch] flex-1 basis-64">
        <h3 className="line-clamp-2 font-semibold">{`${credentialTitle} has no CE cycle yet`}</h3>
        <p>{requirementsText(proposal)}</p>
      </div>
      <Link
        to="/credentials/cycles/new"
        search={{ credentialId }}
        aria-label={`Review and add: ${credentialTitle}`}
        className={`max-sm:w-full ${buttonClass({ tone: isNext ? 'primary' : 'secondary' })}`}
      >
        Review and add
      </Link>
    </article>
  )
}

/** "Its board requires 20 hours every 2 years." */
export function requirementsText({ rule, kind, requiredHours, topics }: CycleProposal): string {
  if (!rule) return 'Lanyard has no rule for it. If it requires CE, enter the dates and hours yourself.'
  const who = kind === 'license' ? 'Its board' : 'Its certifying body'
  const period = rule.periodYears === 1 ? 'every year' : `every ${rule.periodYears} years`
  const topicCount = topics.length === 0 ? '' : topicsText(topics.length)
  if (requiredHours === null)
    return topicCount === ''
      ? `${who} requires no CE hours.`
      : `${who} requires ${topicCount} ${period}, with no total hours.`
  const more =
    topicCount === ''
      ? ''
      : `, including ${topics.length} required ${topics.length === 1 ? 'topic' : 'topics'}`
  return `${who} requires ${hoursText(requiredHours)} ${period}${more}.`
}
