import { ExternalLink, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cautionText, frequencyText, hoursText } from '#shared/ceu/ceu-text.ts'
import { type CeuCycle, overridesOf } from '#shared/ceu/cycle.ts'
import { type CeRule, cautionsOf, dueUnder, type RuleTopic } from '#shared/ceu/rule.ts'
import { asOfText, noteOf, onlyIfText, type Seen } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'

/** Under which rule the cycle was recorded, read when and where, and what it says beyond numbers. */
export function RuleCard({ cycle, ...seen }: Seen & { cycle: CeuCycle }) {
  const { rule } = cycle
  return (
    <section aria-labelledby="rule-title">
      <h2 id="rule-title" className="mb-3 text-lg">
        The rule
      </h2>
      {rule ? (
        <div className="grid gap-4">
          <p>{`Recorded under ${ruleName(rule, seen.locale)}.`}</p>
          <Cautions rule={rule} {...seen} />
          <Overrides cycle={cycle} />
          <RuleFacts rule={rule} />
        </div>
      ) : (
        <p className="text-muted">
          No rule is recorded for this cycle: its dates, hours and topics are the ones that you put in. Your
          board has the last word on them.
        </p>
      )}
    </section>
  )
}

/** "the rule of the Texas Board of Nursing, read on Nov 21, 2026". */
export function ruleName(rule: CeRule, locale: string | null): string {
  return `the rule of ${theBoard(rule)}, read on ${formatDate(rule.readOn, locale)}`
}

function theBoard({ board }: CeRule): string {
  return /^the /i.test(board) ? board : `the ${board}`
}

/** What has to be said beside a rule, with the address of those who know. */
export function Cautions({ rule, today, locale }: Seen & { rule: CeRule }) {
  const cautions = cautionsOf(rule, today)
  return (
    <div className={cautions.length > 0 ? 'grid gap-2 rounded-card bg-expiring-soft p-4' : 'grid gap-2'}>
      {cautions.map((caution) => (
        <p key={caution} className="flex gap-2.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
          <span className="min-w-0">{cautionText(caution, rule, asOfText(rule.asOf, locale))}</span>
        </p>
      ))}
      <p className={cautions.length > 0 ? 'pl-7.5' : undefined}>
        <OutboundHttp href={rule.boardUrl}>{`Check with ${theBoard(rule)}`}</OutboundHttp>
      </p>
    </div>
  )
}

function OutboundHttp({ href, children }: { href: string; children: ReactNode }) {
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
  const { rule, answers, requiredHours } = cycle
  const overrides = overridesOf(cycle)
  if (!rule || overrides.length === 0) return null
  const asked = dueUnder(rule, answers)
  return (
    <ul className="grid gap-1 border-accent border-l-3 pl-3">
      {overrides.includes('requiredHours') && (
        <li>{`The rule says ${asked.requiredHours ?? 'no total'}; you set ${requiredHours ?? 'no total'}.`}</li>
      )}
      {overrides.includes('topics') && (
        <li>
          {asked.topics.length === 0
            ? 'The rule names no topic; you set your own.'
            : `The rule’s topics: ${asked.topics.map(topicName).join('; ')}. You set others.`}
        </li>
      )}
    </ul>
  )
}

const topicName = ({ topic, hours }: { topic: string; hours: number | null }) =>
  hours === null ? topic : `${topic}, ${hoursText(hours)}`

export function RuleFacts({ rule }: { rule: CeRule }) {
  const period = rule.periodYears === 1 ? 'every year' : `every ${rule.periodYears} years`
  return (
    <>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name="Hours">
          <p>{rule.hours === 0 ? `No total, ${period}` : `${rule.hours} ${rule.hoursName} ${period}`}</p>
          {rule.firstRenewalHours !== null && (
            <p className="text-muted text-sm">{`${rule.firstRenewalHours === 0 ? 'No hours' : hoursText(rule.firstRenewalHours)} at the first renewal`}</p>
          )}
          {rule.hoursNote && <p className="text-muted text-sm">{rule.hoursNote}</p>}
        </Fact>
        {rule.renewal.text && <Fact name="Renewal">{rule.renewal.text}</Fact>}
        {rule.topics.length > 0 && (
          <Fact name="Topics">
            <ul className="grid gap-3">
              {rule.topics.map((topic) => (
                <RuleTopicItem key={topic.topic} topic={topic} />
              ))}
            </ul>
          </Fact>
        )}
        {rule.caps.length > 0 && (
          <Fact name="Limits">
            <ul className="grid gap-1">
              {rule.caps.map(({ note }) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong underline">
          {rule.sources.length === 1 ? 'The source' : `The ${rule.sources.length} sources`}
        </summary>
        <ul className="grid gap-1 text-sm">
          {rule.sources.map((source) => (
            <li key={source}>
              <OutboundHttp href={source}>
                {source.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
              </OutboundHttp>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function RuleTopicItem({ topic: rule }: { topic: RuleTopic }) {
  const { topic, hours, every, onlyIf, onTop } = rule
  const note = noteOf(rule)
  return (
    <li>
      <p className="font-semibold">{topic}</p>
      <p className="text-muted text-sm">
        {`${hours === null ? 'A course' : hoursText(hours)}, ${frequencyText(every)}${onTop ? ', on top of the hours' : ''}`}
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
