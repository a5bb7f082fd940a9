import { TriangleAlert } from 'lucide-react'
import { caveatText } from '#shared/ceu/ceu-text.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { caveatsOf } from '#shared/ceu/rule-facts.ts'
import { theBoard } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { OutboundLink } from './rule-source-list.tsx'

/** Caveats before relying on a rule, with a link to the body that decides. */
export function RuleCaveats({ rule }: { rule: CeRule }) {
  const caveats = caveatsOf(rule, useToday())
  const link = <OutboundLink href={rule.boardUrl}>{t`Check with ${theBoard(rule)}`}</OutboundLink>
  if (caveats.length === 0) return <p>{link}</p>
  return (
    <div className="grid gap-2 rounded-card bg-expiring-soft p-4">
      <CaveatList rule={rule} />
      <p className="pl-7.5">{link}</p>
    </div>
  )
}

/** Only the sentences, for places that mention a rule in passing. */
export function CaveatList({ rule }: { rule: CeRule }) {
  const caveats = caveatsOf(rule, useToday())
  if (caveats.length === 0) return null
  return (
    <ul aria-label={t`Good to know about this rule`} className="grid gap-2">
      {caveats.map((caveat) => (
        <li key={caveat.code} className="flex gap-2.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
          <span className="min-w-0">{caveatText(caveat, rule, t)}</span>
        </li>
      ))}
    </ul>
  )
}
