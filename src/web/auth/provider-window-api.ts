import { isProblemCode, Problem, type ProblemCode } from '#shared/http/errors.ts'

const WIDTH = 500
const HEIGHT = 680
const POLL_MS = 250
const CLOSED_POLLS = 4
const UNANSWERED_MS = 2000

const received = 'received'

/** Only pages of our own origin can join, and only those that know the attempt. */
const openChannel = (attempt: string) => new BroadcastChannel(`provider-window:${attempt}`)

/** A provider in a separate window, from the press that opens it until its last page reports how it ended. */
export type ProviderWindow = {
  /** Sent to the server, which passes it on to the last page of the window. */
  attempt: string
  isOver(): boolean
  /** Rejects with the problem that the provider or the server reported, or with `popup_cancelled`. */
  visit(url: string): Promise<void>
  /** Closes the window, if it is still open. */
  cancel(): void
}

/** Phones and installed apps stay in one window. */
export function prefersProviderWindow(): boolean {
  return matchMedia('(pointer: fine) and (min-width: 48rem) and (display-mode: browser)').matches
}

/**
 * Call it in the event handler of the press: later the browser would block the window. Returns `null` if it was blocked
 * anyway. `onClosed` is called when the user closed the window; an outcome that still comes counts.
 */
export function openProviderWindow(text: string, onClosed: () => void): ProviderWindow | null {
  const opened = window.open('', '_blank', windowFeatures())
  if (!opened || opened.closed) return null
  showText(opened, text)
  const attempt = crypto.randomUUID()
  const channel = openChannel(attempt)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => null)
  const stopWatching = watchClosing(opened, onClosed)
  let isOver = false
  const end = (problem: ProblemCode | null) => {
    if (isOver) return
    isOver = true
    stopWatching()
    channel.close()
    if (problem) reject(new Problem(problem))
    else resolve()
  }
  channel.onmessage = ({ data }) => {
    const problem: unknown = data?.problem
    if (problem !== null && typeof problem !== 'string') return
    channel.postMessage(received)
    end(problem === null ? null : isProblemCode(problem) ? problem : 'provider_failed')
  }
  return {
    attempt,
    isOver: () => isOver,
    visit(url) {
      opened.location.replace(url)
      return promise
    },
    cancel() {
      if (!isOver) opened.close()
      end('popup_cancelled')
    },
  }
}

/** Notifies the page that opened this window. Resolves to `false` if that page is closed. */
export function reportProviderOutcome(attempt: string, problem: ProblemCode | null): Promise<boolean> {
  const channel = openChannel(attempt)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), UNANSWERED_MS)
  channel.onmessage = ({ data }) => data === received && resolve(true)
  channel.postMessage({ problem })
  return promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

function windowFeatures(): string {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}

/** Until the provider's address is known. */
function showText({ document }: Window, text: string): void {
  document.title = 'Lanyard'
  const { style } = document.documentElement
  style.colorScheme = getComputedStyle(window.document.documentElement).colorScheme
  style.fontFamily = 'system-ui, sans-serif'
  document.body.textContent = text
}

function watchClosing(opened: Window, onClosed: () => void): () => void {
  let polls = 0
  const timer = setInterval(() => {
    // A window that the provider's `Cross-Origin-Opener-Policy` cut off looks closed too, but then it has the focus.
    polls = opened.closed && document.hasFocus() ? polls + 1 : 0
    if (polls < CLOSED_POLLS) return
    clearInterval(timer)
    onClosed()
  }, POLL_MS)
  return () => clearInterval(timer)
}
