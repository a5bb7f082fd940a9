import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NeedAnswer, RuleAnswers } from '#shared/ceu/answers.ts'
import type { CeuCycle, CeuCyclePatch } from '#shared/ceu/cycle.ts'
import { ceuKey, cycleQuery, updateCycle } from '#web/ceu/api.ts'
import { applyChoices } from '#web/ceu/cycles/cycle-form-values.ts'
import { credentialQuery } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'

type Change = { cycle: CeuCycle; title: string; patch: CeuCyclePatch; isUndo?: boolean }

/** Saves the owner's answers about the rule and about their way to renew; the toast offers Undo. */
export function useWayChanges() {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: async ({ cycle, patch, isUndo }: Change) =>
      updateCycle(
        cycle.id,
        isUndo ? patch : { ...(await followingChoices(queryClient, cycle, patch)), ...patch },
      ),
    onSuccess: (saved, { cycle, title, patch, isUndo }) => {
      queryClient.setQueryData(cycleQuery(cycle.id).queryKey, saved)
      if (isUndo) return
      const { wayId, needAnswers, answers, cycleStart, requiredHours, topics } = cycle
      const ways = { wayId, needAnswers, answers, cycleStart, requiredHours, topics }
      const before = 'wayId' in patch || 'answers' in patch ? ways : { needAnswers }
      showToast({
        title,
        action: {
          label: t`Undo`,
          onAction: () => save.mutate({ cycle, title, patch: before, isUndo: true }),
        },
      })
    },
    onError: showErrorToast(t`It was not saved`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ceuKey }),
  })
  return {
    isPending: save.isPending,
    chooseWay: (cycle: CeuCycle, wayId: string) =>
      save.mutate({ cycle, title: t`Your way to renew is saved`, patch: { wayId } }),
    saveAnswers: (cycle: CeuCycle, answers: RuleAnswers) =>
      save.mutate({ cycle, title: t`Your answer is saved`, patch: { answers } }),
    chooseCertification: (cycle: CeuCycle, wayId: string, need: string, credentialId: string | null) => {
      const needAnswers = withNeedAnswer(cycle.needAnswers, { need, credentialId, isDone: false })
      const title = credentialId === null ? t`Your certification is not used` : t`Your certification is used`
      const isChosen = cycle.wayId === wayId
      save.mutate({ cycle, title, patch: isChosen ? { needAnswers } : { needAnswers, wayId } })
    },
    setDone: (cycle: CeuCycle, need: string, isDone: boolean) => {
      const needAnswers = withNeedAnswer(cycle.needAnswers, { need, isDone, credentialId: null })
      save.mutate({
        cycle,
        title: isDone ? t`Marked as done` : t`Marked as not done`,
        patch: { needAnswers },
      })
    },
  }
}

/** Replaces an earlier answer about the same need. */
function withNeedAnswer(answers: readonly NeedAnswer[], answer: NeedAnswer): NeedAnswer[] {
  return [...answers.filter(({ need }) => need !== answer.need), answer]
}

/** Start date, hours and topics change with the way and the answers, unless the owner set them. */
async function followingChoices(
  queryClient: QueryClient,
  cycle: CeuCycle,
  patch: CeuCyclePatch,
): Promise<CeuCyclePatch> {
  const { rule, answers, wayId, cycleStart, cycleEnd, requiredHours, topics } = cycle
  if ((patch.wayId === undefined && patch.answers === undefined) || rule === null) return {}
  const issuedAt = await issueDateOf(queryClient, cycle, patch)
  const values = { cycleStart, cycleEnd, requiredHours, topics }
  const choices = { answers, wayId }
  const chosen = { answers: patch.answers ?? answers, wayId: patch.wayId === undefined ? wayId : patch.wayId }
  const next = applyChoices(values, { rule, issuedAt }, choices, chosen)
  return {
    ...(next.cycleStart === cycleStart ? {} : { cycleStart: next.cycleStart }),
    ...(next.requiredHours === requiredHours ? {} : { requiredHours: next.requiredHours }),
    ...(JSON.stringify(next.topics) === JSON.stringify(topics) ? {} : { topics: next.topics }),
  }
}

/** Fetched only if the start date, hours or deadlines depend on it. */
async function issueDateOf(
  queryClient: QueryClient,
  { rule, licenseId, certificationId }: CeuCycle,
  patch: CeuCyclePatch,
): Promise<string | null> {
  const id = licenseId ?? certificationId
  const isNeeded =
    patch.answers !== undefined ||
    rule?.firstRenewal.rule === 'prorated' ||
    rule?.topics.some(({ deadline }) => deadline?.yearsAfterLicensure != null)
  if (id === null || !isNeeded) return null
  return (await queryClient.fetchQuery(credentialQuery(id)))?.issuedAt ?? null
}
