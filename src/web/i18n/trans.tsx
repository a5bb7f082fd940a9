import type { ReactNode } from 'react'

type Rearrange = (children: ReactNode) => ReactNode

let rearrange: Rearrange = (children) => children

/** Set with the first text of another language; English is shown unchanged. */
export function setRearrange(next: Rearrange): void {
  rearrange = next
}

/**
 * A sentence with elements in it: <Trans>Read the <Link to="/terms-of-use">terms</Link> of {[name]}.</Trans> Its
 * translation has `<0>…</0>` for the first element. A value is in brackets, which distinguish it from the text.
 */
export function Trans({ children }: { children: ReactNode }) {
  return rearrange(children)
}
