import { PageSpinner } from '#web/core/ui/spinner.tsx'

export function EntryEditPage() {
  return <PageSpinner />
}
