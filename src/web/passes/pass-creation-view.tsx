import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'

type PassCreationProps = { label: string; creation: UseMutationResult<{ url: string }, Error, void> }

export function PassCreationView({ label, creation }: PassCreationProps) {
  return (
    <>
      {creation.error && toProblem(creation.error).code !== 'cancelled' && (
        <ProblemNote problem={creation.error} />
      )}
      <Button
        tone="secondary"
        className="w-fit"
        isPending={creation.isPending}
        onPress={() => creation.mutate()}
      >
        {label}
      </Button>
    </>
  )
}
