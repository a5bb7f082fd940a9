import { Link } from '@tanstack/react-router'
import { needName } from '#shared/ceu/ceu-text.ts'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import { bodyOf, yearsText } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { topicsText } from '#web/ceu/cycle-text.ts'
import { CaveatList } from '#web/ceu/rules/rule-caveats-view.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** A credential without a cycle, with the requirements of its rule. */
export function ProposalCard({ proposal, isNext = false }: { proposal: CycleProposal; isNext?: boolean }) {
  const { credentialId, credentialTitle } = proposal
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-accent-soft p-4 sm:px-5">
      <div className="min-w-0 max-w-[60ch] flex-1 basis-64">
        <h3 className="line-clamp-2 font-semibold">{`${credentialTitle} has no CE cycle yet`}</h3>
        <p>{requirementsText(proposal)}</p>
        {proposal.rule && (
          <div className="mt-2">
            <CaveatList rule={proposal.rule} />
          </div>
        )}
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

/**
 * "Its board requires 20 hours every 2 years, including 2 required topics." Where there are several ways, "The usual way to
 * renew requires…", or that of the cycle before.
 */
export function requirementsText(proposal: CycleProposal): string {
  const { rule, requiredHours, topics } = proposal
  if (!rule) return 'Lanyard has no rule for it. If it requires CE, enter the dates and hours yourself.'
  const isOneOfSeveral = rule.ways.length > 1
  const who = isOneOfSeveral
    ? `${proposal.wayId === null ? 'The usual' : 'Your'} way to renew`
    : `Its ${bodyOf(rule)}`
  const period = yearsText(rule.periodYears)
  const needs = needsText(proposal)
  if (requiredHours === null) {
    const what = topics.length > 0 ? topicsText(topics.length) : ''
    if (what === '' && needs === '') return `${who} requires no CE hours.`
    return what === ''
      ? `${who} asks for this ${period}: ${needs}.`
      : `${who} requires ${what} ${period}, with no total hours.${needs && ` It also asks for: ${needs}.`}`
  }
  const more =
    topics.length === 0
      ? ''
      : `, including ${topics.length} required ${topics.length === 1 ? 'topic' : 'topics'}`
  return `${who} requires ${ruleAmountText(requiredHours, rule)} ${period}${more}.${needs && ` It also asks for: ${needs}.`}`
}

function needsText({ rule, answers, wayId, cycleEnd, issuedAt }: CycleProposal): string {
  if (!rule) return ''
  const { needs } = requirementsOf(rule, { answers, wayId, cycleEnd, issuedAt })
  return needs.map((need) => needName(need)).join('; ')
}
