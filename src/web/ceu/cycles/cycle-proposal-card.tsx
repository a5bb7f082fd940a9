import { bodyOf, needName } from '#shared/ceu/ceu-text.ts'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { askedBy } from '#shared/ceu/proposal.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import { yearsText } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { shortenedTitle } from '#shared/credentials/short-title.ts'
import { plural } from '#shared/i18n/translate.ts'
import { proposedText, shortName, topicsText } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { StartCycleButton } from './start-cycle-button.tsx'

/** A credential without a cycle: what its rule asks for, and a button that starts it. */
export function ProposalCard({ proposal, isNext = false }: { proposal: CycleProposal; isNext?: boolean }) {
  const context = useDateContext()
  const { credentialId, credentialTitle, rule, cycleStart, cycleEnd } = proposal
  const name = shortName(shortenedTitle(credentialTitle, null))
  const isDated = cycleStart !== null && cycleEnd !== null
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-accent-soft p-4 sm:px-5">
      <p className="min-w-0 max-w-[60ch] flex-1 basis-64 font-semibold [overflow-wrap:anywhere]">
        {`${name}: ${proposedText(askedBy(proposal), rule, isDated ? cycleEnd : null, context)}`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {isDated && (
          <StartCycleButton
            {...{ credentialId, name }}
            tone={isNext ? 'primary' : 'secondary'}
            className="max-sm:flex-1"
          />
        )}
        <ButtonLink
          to="/credentials/cycles/new"
          search={{ credentialId }}
          aria-label={isDated ? t`Review first: ${name}` : t`Choose the dates: ${name}`}
          tone={isDated ? 'quiet' : isNext ? 'primary' : 'secondary'}
        >
          {isDated ? t`Review first` : t`Choose the dates`}
        </ButtonLink>
      </div>
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
