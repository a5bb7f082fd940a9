const KEY = 'lanyard-request'

// Stored only in this tab: in the URL of the sign-in page, the server would see the requested items.

/** Keeps the fragment of a request while its reader signs in. */
export function keepRequest(fragment: string): void {
  try {
    sessionStorage.setItem(KEY, fragment)
  } catch {
    // Storage is turned off, so the reader has to open the link again.
  }
}

/** Returns the kept fragment once. */
export function takeKeptRequest(): string | null {
  try {
    const fragment = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return fragment
  } catch {
    return null
  }
}
