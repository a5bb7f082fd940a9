import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { fallback: (error: unknown) => ReactNode; children: ReactNode }
type State = { caught: { error: unknown } | null }

/** Shows `fallback` in place of children that throw. The router has its own. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { caught: null }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }

  override render(): ReactNode {
    const { caught } = this.state
    return caught ? this.props.fallback(caught.error) : this.props.children
  }
}
