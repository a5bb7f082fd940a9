import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorScreen } from './error-screen.tsx'

/** The error screen in place of a screen of the router. */
export function RouteErrorScreen({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  return <ErrorScreen error={error} onRetry={() => void router.invalidate().then(reset)} />
}
