import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { VaultFacts } from '#shared/requirements/facts.ts'
import type { RequirementList } from '#shared/requirements/list.ts'
import { writeListFile } from '#shared/requirements/list-file.ts'
import { matchList } from '#shared/requirements/match.ts'
import { packetOf } from '#shared/requirements/packet.ts'
import { saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { NotFoundPage } from '#web/layout/not-found-page.tsx'
import { useDateContext } from '#web/session/session.ts'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { showErrorToast } from '#web/ui/toast-queue.ts'
import { useRemoval } from '#web/ui/use-removal.ts'
import { factsQuery, listQuery, listsQuery, removeList, restoreList, updateList } from './api.ts'
import { contractText, headlineOf, unchecked, undatedText } from './list-text.ts'
import { MatchedSection, SharePacketLink } from './matched-section.tsx'

const route = getRouteApi('/credentials/lists/$listId')

/** One list: the held items, the open items, and a link to share exactly the held ones. */
export function ListPage() {
  const { listId } = route.useParams()
  const list = useQuery({ ...listQuery(listId), staleTime: 0 })
  const facts = useQuery(factsQuery)
  if (list.data === null) return <NotFoundPage />
  if (list.data && facts.data) return <LoadedList list={list.data} facts={facts.data} />
  const error = list.error ?? facts.error
  return (
    <Page title={t`Requirement list`} eyebrow={<BackToLists />} width="form">
      {error ? (
        <ProblemNote
          problem={error}
          onRetry={() => {
            void list.refetch()
            void facts.refetch()
          }}
        />
      ) : (
        <SkeletonList sizes={['h-12', 'h-64']} className="gap-4" />
      )}
    </Page>
  )
}

function LoadedList({ list, facts }: { list: RequirementList; facts: VaultFacts }) {
  const context = useDateContext()
  const choose = useChoose(list)
  const matches = matchList(list, facts, context.today)
  const packet = packetOf(list.items, matches)
  const undated = undatedText(list)
  return (
    <Page
      title={list.name}
      eyebrow={<BackToLists />}
      heading={<span className="[overflow-wrap:anywhere]">{list.name}</span>}
      intro={
        <>
          <span className="block text-ink">{headlineOf(matches)}</span>
          <span className="block text-base">{contractText(list, context)}</span>
          {list.requestedBy && (
            <span className="block text-base [overflow-wrap:anywhere]">
              {t`Requested by ${list.requestedBy}.`} {t(unchecked)}
            </span>
          )}
        </>
      }
      actions={<Actions list={list} />}
      width="form"
    >
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap gap-2">
          <SharePacketLink packet={packet} />
        </div>
        <p className="text-muted text-sm">
          {packet.length === 0
            ? t`None of it can be shared yet.`
            : t`A share includes only what is listed here as held or ending. Health records are not part of it: you add each one yourself.`}
        </p>
      </div>
      {undated !== null && (
        <p>
          {undated}{' '}
          <Link
            to="/credentials/lists/$listId/edit"
            params={{ listId: list.id }}
            className="inline-target text-accent-strong underline"
          >{t`Add the dates`}</Link>
        </p>
      )}
      <MatchedSection
        items={list.items}
        matches={matches}
        onChoose={(index, choice) =>
          choose.mutate(list.items.map((item, at) => (at === index ? { ...item, choice } : item)))
        }
      />
      <p className="text-muted text-sm">{t`Based on what you recorded. Whoever asks decides what they accept.`}</p>
    </Page>
  )
}

/** Stores the choice. */
function useChoose(list: RequirementList) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (items: RequirementList['items']) => updateList(list.id, { items }),
    onSuccess: async (changed) => {
      // The facts come first, because they contain the chosen file. Otherwise the item would look unchosen for a
      // moment.
      await queryClient.invalidateQueries({ queryKey: factsQuery.queryKey })
      queryClient.setQueryData(listQuery(list.id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey })
    },
    onError: showErrorToast(t`Your choice was not saved`),
  })
}

function Actions({ list }: { list: RequirementList }) {
  const navigate = useNavigate()
  const removal = useRemoval<RequirementList>(
    {
      nameOf: ({ name }) => name,
      remove: ({ id }) => removeList(id),
      restore: ({ id }) => restoreList(id),
    },
    () => void navigate({ to: '/credentials/lists', replace: true }),
  )
  return (
    <>
      <ButtonLink to="/credentials/lists/$listId/edit" params={{ listId: list.id }}>
        <Pencil aria-hidden className="size-5" />
        {t`Edit`}
      </ButtonLink>
      <Menu
        aria-label={t`More actions`}
        trigger={<IconButton label={t`More actions`} icon={Ellipsis} />}
        items={[
          {
            id: 'export',
            label: t`Export as JSON`,
            icon: Download,
            onAction: () =>
              saveFile(
                'requirement-list.json',
                new Blob([writeListFile(list)], { type: 'application/json' }),
              ),
          },
          { id: 'delete', label: t`Delete`, icon: Trash2, onAction: () => removal.remove(list) },
        ]}
      />
    </>
  )
}

function BackToLists() {
  return <Link to="/credentials/lists" className="underline">{t`Requirement lists`}</Link>
}
