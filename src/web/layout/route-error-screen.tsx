import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorScreen } from './error-screen.tsx'

type Retryable = { retry?: () => unknown } | undefined

/** The error screen in place of a screen of the router. */
export function RouteErrorScreen({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()

  async function handleRetry() {
    for (const { routeId } of router.state.matches) {
      const { component } = router.routesById[routeId].options
      ;(component as Retryable)?.retry?.()
    }
    await router.invalidate()
    reset()
  }

  return <ErrorScreen error={error} onRetry={() => void handleRetry()} />
}
