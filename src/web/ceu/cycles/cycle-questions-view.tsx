import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { RuleLanguage } from '#web/ceu/rules/rule-card.tsx'
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
  const { saveAnswers } = useWayChanges()
  const { rule, cycleEnd, answers } = cycle
  if (rule === null || !hasQuestions(rule, cycleEnd)) return null
  const open = openQuestions(rule, cycleEnd, answers)
  return (
    <div className="border-line border-t">
      <Disclosure
        id="questions"
        title={open > 0 ? openQuestionsText(open) : t`Your answers`}
        summary={
          open > 0
            ? t`Until then, everything the rule may require is listed.`
            : t`Change one if something is different for you.`
        }
      >
        <RuleLanguage />
        <CycleQuestionsForm
          rule={rule}
          cycleEnd={cycleEnd}
          answers={answers}
          onChange={(next) => saveAnswers(cycle, next)}
        />
      </Disclosure>
    </div>
  )
}
