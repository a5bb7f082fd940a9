import { PageSpinner } from '#web/core/ui/spinner.tsx'

export function EntryImportPage() {
  return <PageSpinner />
}
