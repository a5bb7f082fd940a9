import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { searchableText, searchWords } from '#shared/credentials/search.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { EmptyState, Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { listsQuery } from './api.ts'
import { contractText, countsText } from './list-text.ts'

/** With fewer lists a search field is not worth its space. */
const MIN_SEARCHED = 9

/** Requirement lists of jobs and contracts, each with the held items. */
export function ListsPage() {
  const { data, error, refetch } = useQuery({ ...listsQuery, staleTime: 0 })
  const items = data?.items
  return (
    <Page
      title={t`Requirement lists`}
      width="form"
      eyebrow={<Link to="/credentials" className="underline">{t`My Vault`}</Link>}
      intro={t`What a job or contract asks for, matched to your vault.`}
      actions={
        items &&
        items.length > 0 && (
          <ButtonLink to="/credentials/lists/new" tone="primary">
            <Plus aria-hidden className="size-5" />
            {t`New list`}
          </ButtonLink>
        )
      }
    >
      {!items && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!items && !error && <SkeletonList sizes={['h-20', 'h-20']} />}
      {items?.length === 0 && <NoLists />}
      {items && items.length > 0 && <Lists items={items} />}
    </Page>
  )
}

function Lists({ items }: { items: ListSummary[] }) {
  const context = useDateContext()
  const [typed, setTyped] = useState('')
  const words = searchWords(typed)
  const shown = items.filter(({ name, requestedBy }) => {
    const searched = searchableText([name, requestedBy ?? ''])
    return words.every((word) => searched.includes(word))
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      {items.length >= MIN_SEARCHED && (
        <TextField label={t`Search your lists`} type="search" value={typed} onChange={setTyped} />
      )}
      {shown.length === 0 && <p className="text-muted">{t`No list matches.`}</p>}
      <ul className="divide-y divide-line border-line border-y">
        {shown.map((list) => (
          <li key={list.id}>
            <Link
              to="/credentials/lists/$listId"
              params={{ listId: list.id }}
              className="flex min-h-20 items-center gap-3 py-3 text-ink no-underline hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold [overflow-wrap:anywhere]">{list.name}</span>
                <span className="block text-sm">{countsText(list)}</span>
                <span className="block text-muted text-sm">{contractText(list, context)}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <ListExportPicker
          name="requirement-lists"
          title={t`Requirement lists`}
          today={context.today}
          load={() => import('./list-values.ts').then((module) => module.requirementTable(shown))}
        />
      )}
    </div>
  )
}

function NoLists() {
  return (
    <EmptyState
      title={t`What does the job ask for?`}
      body={t`Paste the checklist that your agency sent, such as “RN license - CA or compact, BLS, TB within 12 months”. Lanyard shows what you hold, what is missing or too old, and shares exactly that.`}
      action={<ButtonLink to="/credentials/lists/new" tone="primary">{t`Add the first list`}</ButtonLink>}
    />
  )
}
