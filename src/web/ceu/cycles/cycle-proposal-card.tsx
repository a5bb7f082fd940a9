import { Link } from '@tanstack/react-router'
import { bodyOf, needName } from '#shared/ceu/ceu-text.ts'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { retakenIn } from '#shared/ceu/proposal.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import { yearsText } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { topicsText } from '#web/ceu/cycle-text.ts'
import { CaveatList } from '#web/ceu/rules/rule-caveats-view.tsx'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** A credential without a cycle, with the requirements of its rule. */
export function ProposalCard({ proposal, isNext = false }: { proposal: CycleProposal; isNext?: boolean }) {
  const { credentialId, credentialTitle } = proposal
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-accent-soft p-4 sm:px-5">
      <div className="min-w-0 max-w-[60ch] flex-1 basis-64">
        <h3 className="line-clamp-2 font-semibold">{t`${credentialTitle} has no CE cycle yet`}</h3>
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
        aria-label={t`Review and add: ${credentialTitle}`}
        className={`max-sm:w-full ${buttonClass({ tone: isNext ? 'primary' : 'secondary' })}`}
      >{t`Review and add`}</Link>
    </article>
  )
}

/**
 * "Its board requires 20 hours every 2 years, including 2 required topics." If there are several ways: "The usual way
 * to renew requires…", or the way of the previous cycle.
 */
export function requirementsText(proposal: CycleProposal): string {
  const { rule, requiredHours, topics } = proposal
  if (!rule) return t`Lanyard has no rule for it. If it requires CE, enter the dates and hours yourself.`
  const retaken = retakenIn(rule)
  if (retaken === 'course') return t`Renewed by taking its course again. No CE hours are counted.`
  if (retaken === 'exam') return t`Renewed by taking its test again. No CE hours are counted.`
  const isOneOfSeveral = rule.ways.length > 1
  const who = isOneOfSeveral
    ? proposal.wayId === null
      ? t`The usual way to renew`
      : t`Your way to renew`
    : t`Its ${bodyOf(rule, t)}`
  const period = yearsText(rule.periodYears, t)
  const needs = needsText(proposal)
  const count = topics.length
  if (requiredHours === null && count === 0)
    return needs === ''
      ? t`No CE hours are known to be required. Check with its ${bodyOf(rule, t)}.`
      : t`${who} asks for this ${period}: ${needs}.`
  const amount = ruleAmountText(requiredHours ?? 0, rule, t)
  const hours =
    requiredHours === null
      ? t`${who} requires ${topicsText(count)} ${period}, with no total hours.`
      : count === 0
        ? t`${who} requires ${amount} ${period}.`
        : t`${who} requires ${amount} ${period}, including ${plural(count, { one: '# required topic', other: '# required topics' })}.`
  return needs === '' ? hours : `${hours} ${t`It also asks for: ${needs}.`}`
}

function needsText({ rule, answers, wayId, cycleEnd, issuedAt }: CycleProposal): string {
  if (!rule) return ''
  const { needs } = requirementsOf(rule, { answers, wayId, cycleEnd, issuedAt })
  return needs.map((need) => needName(need, t)).join('; ')
}
