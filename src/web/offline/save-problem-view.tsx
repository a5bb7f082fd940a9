import type { Problem } from '#shared/http/errors.ts'
import type { Choice } from '#shared/offline/outbox.ts'
import { Conflict } from '#web/http/api.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'

const ConflictView = lazyPart(() => import('./conflict-view.tsx'), 'ConflictView')

/** What `useSave` returns to a form. */
type SaveProblemProps = {
  problem: Problem | null
  isSaving: boolean
  decide(choice: Choice): Promise<unknown>
}

/** Why a form was not saved. If another device changed the same fields, the owner chooses, as for a change that waited. */
export function SaveProblemView({ problem, isSaving, decide }: SaveProblemProps) {
  if (!(problem instanceof Conflict)) return problem && <ProblemNote problem={problem} />
  const { path, fields } = problem
  return (
    <div role="alert">
      <ConflictView {...{ path, fields }} isPending={isSaving} onChoose={(choice) => void decide(choice)} />
    </div>
  )
}
