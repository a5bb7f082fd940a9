import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { useWayChanges } from '#web/ceu/ways/use-way-changes.ts'
import { t } from '#web/i18n/t.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import {
  CycleQuestionsForm,
  hasQuestions,
  openQuestions,
  openQuestionsText,
} from './cycle-questions-form.tsx'

/** On the page of a cycle: the questions of its rule, folded; each answer is saved and changes what is required. */
export function CycleQuestionsView({ cycle }: { cycle: CeuCycle }) {
  const { isPending, saveAnswers, chooseWay } = useWayChanges()
  const { rule, cycleEnd } = cycle
  if (rule === null || !hasQuestions(rule, cycleEnd)) return null
  const open = openQuestions(rule, cycleEnd, cycle)
  return (
    <div className="border-line border-t">
      <Disclosure
        id="questions"
        title={t`About you`}
        summary={
          open > 0
            ? `${openQuestionsText(open)} ${t`Until then, everything the rule may require is listed.`}`
            : t`Change one if something is different for you.`
        }
      >
        <CycleQuestionsForm
          rule={rule}
          cycleEnd={cycleEnd}
          issuedAt={null}
          choices={cycle}
          isDisabled={isPending}
          onAnswer={(next) => saveAnswers(cycle, next)}
          onChooseWay={(next) => chooseWay(cycle, next)}
        />
      </Disclosure>
    </div>
  )
}
