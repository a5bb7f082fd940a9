import { PageSpinner } from '#web/core/ui/spinner.tsx'

export function CycleNewPage() {
  return <PageSpinner />
}
