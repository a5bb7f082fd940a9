import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Page } from './page.tsx'
import { ProblemNote, toProblem } from './problem-note.tsx'
import { PageSpinner } from './spinner.tsx'

type LoadedPageProps<R> = {
  /** Its data is `null` if there is no such record. */
  query: { data: R | null | undefined; error: Error | null; isPending: boolean; refetch(): unknown }
  /** What the page is called if the record belongs to someone else, cannot be loaded, or is not there. */
  titles: { refused: string; failed: string; missing: string }
  missingText?: string
  eyebrow?: ReactNode
  /** The button to another page. Not the main one if the user can try again. */
  exit?: (tone: 'primary' | 'secondary') => ReactNode
  /** Until it is loaded. */
  loading?: ReactNode
  children(record: R): ReactNode
}

/** The page of a record, or why it is not shown. Offers Retry only if the result can change. */
export function LoadedPage<R>(props: LoadedPageProps<R>) {
  const { query, titles, eyebrow, exit, loading = <PageSpinner />, children } = props
  const { missingText = t`It was deleted, or the link is incomplete. Nothing else has changed.` } = props
  const { data, error, isPending } = query
  if (error) {
    const isRefusal = toProblem(error).status === 403
    return (
      <Page title={isRefusal ? titles.refused : titles.failed} eyebrow={eyebrow}>
        <ProblemNote problem={error} {...(isRefusal ? {} : { onRetry: () => void query.refetch() })} />
        {exit?.(isRefusal ? 'primary' : 'secondary')}
      </Page>
    )
  }
  if (isPending) return loading
  if (!data)
    return (
      <Page title={titles.missing} eyebrow={eyebrow}>
        <p className="max-w-[60ch] text-lg text-muted">{missingText}</p>
        {exit?.('primary')}
      </Page>
    )
  return children(data)
}
