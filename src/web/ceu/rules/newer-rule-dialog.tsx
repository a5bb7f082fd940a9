import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type CeuCycle, factsOf, overridesOf } from '#shared/ceu/cycle.ts'
import { type RuleChange, ruleChanges } from '#shared/ceu/rule-changes.ts'
import { acceptRule, ceuKey, cycleQuery } from '#web/ceu/api.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

type NewerRuleProps = { cycle: CeuCycle; locale: string | null }

/** A cycle keeps its original rule until its owner has seen the changes of a newer one. */
export function NewerRuleDialog({ cycle, locale }: NewerRuleProps) {
  const [isOpen, setOpen] = useState(false)
  const accept = useAcceptRule()
  const { rule, newerRule } = cycle
  if (!rule || !newerRule) return null
  const changes = ruleChanges(rule, newerRule, factsOf(cycle), (date) => formatDate(date, locale), t)
  const overrides = overridesOf(cycle)
  return (
    <section
      aria-label={t`A newer rule`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-renewal-soft p-4"
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <RefreshCw aria-hidden className="mt-0.5 size-5 shrink-0 text-renewal" />
        <span>{t`This rule was corrected on ${formatDate(newerRule.version, locale)}. Your cycle uses the older version until you switch.`}</span>
      </p>
      <Button onPress={() => setOpen(true)}>{t`See what changed`}</Button>
      <Dialog
        title={t`Changes in the newer rule`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onPress={() => setOpen(false)}>{t`Keep the older rule`}</Button>
            <Button
              tone="primary"
              isPending={accept.isPending}
              onPress={() => accept.mutate(cycle, { onSuccess: () => setOpen(false) })}
            >{t`Use the newer rule`}</Button>
          </>
        }
      >
        <div className="grid gap-3">
          {changes.length === 0 ? (
            <p>{t`Its requirements are the same. Only its sources changed.`}</p>
          ) : (
            <ChangeList changes={changes} />
          )}
          {overrides.length > 0 && <p className="text-muted">{t`Values you set yourself stay.`}</p>}
          {accept.error && <ProblemNote problem={accept.error} />}
        </div>
      </Dialog>
    </section>
  )
}

function ChangeList({ changes }: { changes: RuleChange[] }) {
  const parts = [...new Set(changes.map(({ part }) => part))]
  return parts.map((part) => (
    <section key={part} aria-label={part}>
      <h3 className="font-semibold">{part}</h3>
      <ul className="grid list-disc gap-1 pl-5 [overflow-wrap:anywhere]">
        {changes
          .filter((change) => change.part === part)
          .map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
      </ul>
    </section>
  ))
}

/** Switches a cycle to the corrected version of its rule. */
function useAcceptRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cycle: CeuCycle) => acceptRule(cycle.id),
    onSuccess: (cycle) => {
      queryClient.setQueryData(cycleQuery(cycle.id).queryKey, cycle)
      showToast({ title: t`Updated to the newer rule` })
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
}
