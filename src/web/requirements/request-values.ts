const KEY = 'lanyard-request'

// Only in this tab: in the URL of the sign-in page the server would see the requested items.

/** Keeps the fragment of a request while its reader signs in. */
export function keepRequest(fragment: string): void {
  try {
    sessionStorage.setItem(KEY, fragment)
  } catch {
    // Storage is turned off: the reader opens the link again.
  }
}

/** The fragment that was kept, once. */
export function takeKeptRequest(): string | null {
  try {
    const fragment = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return fragment
  } catch {
    return null
  }
}
