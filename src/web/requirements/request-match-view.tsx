import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { VaultFacts } from '#shared/requirements/facts.ts'
import { matchList } from '#shared/requirements/match.ts'
import { packetOf } from '#shared/requirements/packet.ts'
import type { RequirementRequest } from '#shared/requirements/request-link.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { choosableFilesQuery, createList, factsQuery, listQuery, listsQuery } from './api.ts'
import { SenderText } from './asked-view.tsx'
import { toItems } from './list-draft.ts'
import { headlineOf, undatedText } from './list-text.ts'
import { MatchedSection, SharePacketLink } from './matched-section.tsx'

type RequestMatchProps = { request: RequirementRequest }

/** For a signed-in owner: the request matched to the vault, in the browser. */
export function RequestMatchView({ request }: RequestMatchProps) {
  const facts = useQuery(factsQuery)
  return (
    <Page
      title={t`Request`}
      heading={<span className="[overflow-wrap:anywhere]">{request.name}</span>}
      intro={<SenderText request={request} />}
      width="form"
    >
      {facts.data && <Matched request={request} facts={facts.data} />}
      {!facts.data && facts.error && (
        <ProblemNote problem={facts.error} onRetry={() => void facts.refetch()} />
      )}
      {!facts.data && !facts.error && <Skeleton className="h-80 w-full" />}
    </Page>
  )
}

function Matched({ request, facts }: RequestMatchProps & { facts: VaultFacts }) {
  const [items, setItems] = useState(() => toItems(request.items))
  const files = useQuery({ ...choosableFilesQuery, enabled: items.some(({ choice }) => choice?.resource) })
  const known = { ...facts, files: [...facts.files, ...(files.data ?? [])] }
  const matches = matchList({ ...request, items }, known, useToday())
  const packet = packetOf(items, matches)
  const save = useRequestSave()
  const undated = undatedText(request)
  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        <p className="text-lg">{headlineOf(matches)}</p>
        <div className="flex flex-wrap gap-2">
          <SharePacketLink packet={packet} />
          <Button
            isPending={save.isPending}
            onPress={() => save.mutate({ request, items })}
          >{t`Save this list`}</Button>
        </div>
        <p className="text-muted text-sm">
          <Trans>
            You don’t have to answer. Nobody is notified that you looked, and nothing is sent until you create
            a share link. Ask yourself whether you know who this is. Health records are not part of a share:
            you add each one yourself.
          </Trans>
        </p>
        {save.error && <ProblemNote problem={save.error} />}
      </div>
      {undated !== null && <p>{undated}</p>}
      <MatchedSection
        items={items}
        matches={matches}
        onChoose={(index, choice) =>
          setItems(items.map((item, at) => (at === index ? { ...item, choice } : item)))
        }
      />
    </>
  )
}

type Saved = RequestMatchProps & { items: ReturnType<typeof toItems> }

/** Saves the request as one of the owner's lists. */
function useRequestSave() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: ({ request: { name, startsOn, endsOn, from, contact }, items }: Saved) => {
      const requestedBy = [...(contact ? `${from} (${contact})` : from)].slice(0, 200).join('')
      return createList({ name, startsOn, endsOn, requestedBy, items }, idempotencyKey)
    },
    onSuccess: (list) => {
      queryClient.setQueryData(listQuery(list.id).queryKey, list)
      void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey })
      void navigate({ to: '/credentials/lists/$listId', params: { listId: list.id } })
    },
  })
}
