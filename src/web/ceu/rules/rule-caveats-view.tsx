import { TriangleAlert } from 'lucide-react'
import { caveatLine } from '#shared/ceu/ceu-text.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { caveatsOf } from '#shared/ceu/rule-facts.ts'
import { theBoard } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { OutboundLink } from './rule-source-list.tsx'

/** What is uncertain about a rule, in one line, with a link to the body that decides. */
export function RuleCaveats({ rule }: { rule: CeRule }) {
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
