import { PageSpinner } from '#web/core/ui/spinner.tsx'

export function EntryNewPage() {
  return <PageSpinner />
}
