import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { maskedNumber } from '#shared/passes/content.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { createApplePass, passQuery } from './api.ts'

type PassSectionProps = {
  credential: Credential
  /** Leaves for the file; tests pass their own. */
  onOpen?: (url: string) => void
}

/** On the page of a credential: makes a pass for Apple Wallet, and says what is on it. */
export function PassSection({ credential, onOpen = (url) => window.location.assign(url) }: PassSectionProps) {
  const { id, number } = credential
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(passQuery(id))
  const [choice, setChoice] = useState<boolean | null>(null)
  const showNumber = choice ?? data?.applePass?.showsNumber ?? false
  const creation = useMutation({
    mutationFn: () => createApplePass(id, showNumber),
    onSuccess: ({ url }) => {
      void queries.invalidateQueries({ queryKey: passQuery(id).queryKey })
      onOpen(url)
    },
  })
  return (
    <section aria-labelledby="pass-title" className="grid grid-cols-1 gap-3">
      <h2 id="pass-title" className="text-lg">
        Apple Wallet
      </h2>
      {error && !data && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && (
        <>
          <p className="max-w-[60ch] text-muted">
            The pass shows the title, state, issuer and dates that you entered. It updates when you renew or
            edit this credential, and becomes void when you archive or delete it.
          </p>
          {number !== null && (
            <Checkbox
              label="Show the whole number"
              description={`The pass shows ${maskedNumber(number)} unless you choose this. Then anyone who sees the pass can read all of it.`}
              isSelected={showNumber}
              onChange={setChoice}
            />
          )}
          {creation.error && toProblem(creation.error).code !== 'cancelled' && (
            <ProblemNote problem={creation.error} />
          )}
          <Button
            tone="secondary"
            className="w-fit"
            isPending={creation.isPending}
            onPress={() => creation.mutate()}
          >
            Add to Apple Wallet
          </Button>
          {data.applePass && (
            <p className="text-muted">
              You made a pass before. Adding it again replaces that one on this phone.
            </p>
          )}
        </>
      )}
    </section>
  )
}
