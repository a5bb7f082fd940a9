import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { NotFoundPage } from '#web/layout/not-found-page.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { listQuery } from './api.ts'
import { ListForm } from './list-form.tsx'

const route = getRouteApi('/credentials/lists/$listId/edit')

export function ListNewPage() {
  const onSaved = useOpenList()
  return (
    <Page
      title={t`New requirement list`}
      eyebrow={<BackToLists />}
      heading={t`What does the job ask for?`}
      width="form"
    >
      <ListForm onSaved={onSaved} />
    </Page>
  )
}

export function ListEditPage() {
  const { listId } = route.useParams()
  const { data, error, refetch } = useQuery(listQuery(listId))
  const onSaved = useOpenList()
  if (data === null) return <NotFoundPage />
  return (
    <Page title={t`Edit requirement list`} eyebrow={<BackToLists />} width="form">
      {data && <ListForm stored={data} onSaved={onSaved} />}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80 w-full" />}
    </Page>
  )
}

function useOpenList() {
  const navigate = useNavigate()
  return ({ id }: { id: string }) =>
    void navigate({ to: '/credentials/lists/$listId', params: { listId: id }, replace: true })
}

function BackToLists() {
  return <Link to="/credentials/lists" className="underline">{t`Requirement lists`}</Link>
}
