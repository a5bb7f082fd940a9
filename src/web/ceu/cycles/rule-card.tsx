import { ExternalLink, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { caveatText, frequencyText, hoursText } from '#shared/ceu/ceu-text.ts'
import { type CeuCycle, factsOf, overridesOf } from '#shared/ceu/cycle.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import type { CeRule, RuleTopic } from '#shared/ceu/rule.ts'
import { caveatsOf, sourcesOf } from '#shared/ceu/rule-facts.ts'
import { type DateContext, noteOf, onlyIfText } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'

/** The rule of a cycle: its sources, warnings, and requirements. */
export function RuleCard({ cycle, ...context }: DateContext & { cycle: CeuCycle }) {
  const { rule } = cycle
  return (
    <section aria-labelledby="rule-title">
      <h2 id="rule-title" className="mb-3 text-lg">
        The rule
      </h2>
      {rule ? (
        <div className="grid gap-4">
          <p>{`Based on ${ruleName(rule, context.locale)}.`}</p>
          <RuleWarnings rule={rule} />
          <Overrides cycle={cycle} />
          <RuleDetails rule={rule} />
        </div>
      ) : (
        <p className="text-muted">
          This cycle has no rule: you entered its dates, hours and topics. Check them with your board.
        </p>
      )}
    </section>
  )
}

/** "the rule of the Texas Board of Nursing, checked on Nov 21, 2026". */
export function ruleName(rule: CeRule, locale: string | null): string {
  return `the rule of ${theBoard(rule)}, checked on ${formatDate(rule.readOn, locale)}`
}

function theBoard({ board }: CeRule): string {
  return /^the /i.test(board) ? board : `the ${board}`
}

/** Warnings about a rule, with a link to the board. */
export function RuleWarnings({ rule }: { rule: CeRule }) {
  const warnings = caveatsOf(rule)
  return (
    <div className={warnings.length > 0 ? 'grid gap-2 rounded-card bg-expiring-soft p-4' : 'grid gap-2'}>
      {warnings.map((warning) => (
        <p key={warning.code} className="flex gap-2.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
          <span className="min-w-0">{caveatText(warning, rule)}</span>
        </p>
      ))}
      <p className={warnings.length > 0 ? 'pl-7.5' : undefined}>
        <OutboundLink href={rule.boardUrl}>{`Check with ${theBoard(rule)}`}</OutboundLink>
      </p>
    </div>
  )
}

function OutboundLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block py-1 font-semibold text-accent-strong underline [overflow-wrap:anywhere]"
    >
      {children}
      <ExternalLink aria-hidden className="ml-1 inline size-4 align-[-2px]" />
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}

function Overrides({ cycle }: { cycle: CeuCycle }) {
  const { rule, requiredHours } = cycle
  const overrides = overridesOf(cycle)
  if (!rule || overrides.length === 0) return null
  const required = requirementsOf(rule, factsOf(cycle))
  return (
    <ul className="grid gap-1 border-accent border-l-3 pl-3">
      {overrides.includes('requiredHours') && (
        <li>{`The rule requires ${required.requiredHours ?? 'no total'}; you set ${requiredHours ?? 'no total'}.`}</li>
      )}
      {overrides.includes('topics') && (
        <li>
          {required.topics.length === 0
            ? 'The rule has no topics; you added your own.'
            : `The rule’s topics: ${required.topics.map(topicName).join('; ')}. You set others.`}
        </li>
      )}
    </ul>
  )
}

const topicName = ({ topic, hours }: { topic: string; hours: number | null }) =>
  hours === null ? topic : `${topic}, ${hoursText(hours)}`

export function RuleDetails({ rule }: { rule: CeRule }) {
  const sources = [...sourcesOf(rule).official, ...sourcesOf(rule).others]
  const period = rule.periodYears === 1 ? 'every year' : `every ${rule.periodYears} years`
  return (
    <>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name="Hours">
          <p>{rule.ways.length === 0 ? `No total, ${period}` : `${rule.ways[0]?.title}, ${period}`}</p>
          {rule.unitNote && <p className="text-muted text-sm">{rule.unitNote}</p>}
        </Fact>
        {rule.renewal.note && <Fact name="Renewal">{rule.renewal.note}</Fact>}
        {rule.topics.length > 0 && (
          <Fact name="Topics">
            <ul className="grid gap-3">
              {rule.topics.map((topic) => (
                <RuleTopicItem key={topic.topic} topic={topic} />
              ))}
            </ul>
          </Fact>
        )}
        {rule.limits.length > 0 && (
          <Fact name="Limits">
            <ul className="grid gap-1">
              {rule.limits.map(({ what }) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong underline">
          {sources.length === 1 ? 'Source' : `${sources.length} sources`}
        </summary>
        <RuleSourceList sources={sources} />
      </details>
    </>
  )
}

export function RuleSourceList({ sources }: { sources: readonly string[] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {sources.map((source) => (
        <li key={source}>
          <OutboundLink href={source}>
            {source.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </OutboundLink>
        </li>
      ))}
    </ul>
  )
}

function RuleTopicItem({ topic: rule }: { topic: RuleTopic }) {
  const { topic, hours, every, onlyIf, onTop } = rule
  const note = noteOf(rule)
  return (
    <li>
      <p className="font-semibold">{topic}</p>
      <p className="text-muted text-sm">
        {`${hours === null ? 'A course' : hoursText(hours)}, ${frequencyText(every)}${onTop ? ', in addition to the hours' : ''}`}
      </p>
      {onlyIf && <p className="text-muted text-sm">{onlyIfText(onlyIf)}</p>}
      {note && <p className="text-muted text-sm">{note}</p>}
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,5rem)_minmax(0,1fr)] gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
