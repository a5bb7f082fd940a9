import { PageSpinner } from '#web/core/ui/spinner.tsx'

export function CyclePage() {
  return <PageSpinner />
}
