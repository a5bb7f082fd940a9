import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { caveatLine, topicName } from '#shared/ceu/ceu-text.ts'
import { type CeuCycle, factsOf, overridesOf } from '#shared/ceu/cycle.ts'
import { requirementsOf } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { caveatsOf } from '#shared/ceu/rule-facts.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { theBoard } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RuleDetails } from './rule-details-view.tsx'
import { RuleReportDialog } from './rule-report-dialog.tsx'
import { OutboundLink } from './rule-source-list.tsx'
import { RuleLanguage } from './rule-words.tsx'

/** The rule of a cycle: its caveats, the owner's changes, and its contents, folded. */
export function RuleCard({ cycle, locale }: { cycle: CeuCycle; locale: string | null }) {
  const { rule } = cycle
  return (
    <section aria-labelledby="rule-title">
      <h2 id="rule-title" className="mb-3 text-lg">{t`The rule`}</h2>
      {rule ? (
        <div className="grid grid-cols-1 gap-2">
          <p>{t`Based on ${ruleName(rule, locale)}.`}</p>
          <RuleCaveats rule={rule} />
          <Overrides cycle={cycle} />
          <RuleSheet rule={rule} locale={locale} />
        </div>
      ) : (
        <p className="text-muted">
          <Trans>
            This cycle has no rule: you entered its dates, hours and topics. Check them with your board.
          </Trans>
        </p>
      )}
    </section>
  )
}

/** A sheet with the whole rule, and a way to report a mistake in it. */
function RuleSheet({ rule, locale }: { rule: CeRule; locale: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="w-fit" onPress={() => setOpen(true)}>{t`Show the whole rule`}</Button>
      <Dialog title={rule.board} isOpen={isOpen} onClose={() => setOpen(false)}>
        <RuleLanguage />
        <RuleDetails rule={rule} locale={locale} />
        <div className="pt-4">
          <RuleReportDialog rule={rule} />
        </div>
      </Dialog>
    </>
  )
}

/** "the rule of the Texas Board of Nursing, read on Nov 21, 2026". */
export function ruleName(rule: CeRule, locale: string | null): string {
  return t`the rule of ${theBoard(rule)}; its sources were read on ${formatDate(rule.readOn, locale)}`
}

function Overrides({ cycle }: { cycle: CeuCycle }) {
  const { rule, requiredHours } = cycle
  const overrides = overridesOf(cycle)
  if (!rule || overrides.length === 0) return null
  const required = requirementsOf(rule, factsOf(cycle))
  const names = required.topics.map((topic) =>
    topic.hours === null
      ? topicName(topic, t)
      : `${topicName(topic, t)}, ${ruleAmountText(topic.hours, rule, t)}`,
  )
  return (
    <ul className="grid gap-1 border-accent border-l-3 pl-3">
      {overrides.includes('requiredHours') && (
        <li>{t`The rule requires ${required.requiredHours ?? t`no total`}; you set ${requiredHours ?? t`no total`}.`}</li>
      )}
      {overrides.includes('topics') && (
        <li>
          {required.topics.length === 0
            ? t`The rule has no topics; you added your own.`
            : `${t`You set other topics than the rule. Its topics:`} ${names.join('; ')}.`}
        </li>
      )}
    </ul>
  )
}

/** What is uncertain about a rule, in one line, with a link to the body that decides. */
function RuleCaveats({ rule }: { rule: CeRule }) {
  const line = caveatLine(caveatsOf(rule, useToday()), rule, t)
  const link = <OutboundLink href={rule.boardUrl}>{t`Check with ${theBoard(rule)}`}</OutboundLink>
  if (line === null) return <p>{link}</p>
  return (
    <p className="flex gap-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
      <span className="min-w-0">
        {line} {link}
      </span>
    </p>
  )
}
