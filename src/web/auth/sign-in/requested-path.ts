const KEY = 'lanyard-requested-path'
const MAX_AGE_MS = 60 * 60_000

/**
 * Remembers where to go after a sign-in that an emailed link completes, which opens in a new tab. The server does not put
 * the path into the email: anyone can have a link sent to any address.
 */
export function rememberRequestedPath(path: string): void {
  write(JSON.stringify({ path, until: Date.now() + MAX_AGE_MS }))
}

/** The remembered path, for an hour. */
export function requestedPath(): string | undefined {
  try {
    const { path, until } = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof path === 'string' && Date.now() < until) return path
    forgetRequestedPath()
    return undefined
  } catch {
    return undefined
  }
}

export function forgetRequestedPath(): void {
  write(null)
}

function write(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // Without storage the link leads to the dashboard.
  }
}
