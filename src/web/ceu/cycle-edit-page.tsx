import { PageSpinner } from '#web/core/ui/spinner.tsx'

export function CycleEditPage() {
  return <PageSpinner />
}
