import { onTestFinished, vi } from 'vitest'

type StubbedWindow = { closed: boolean; at: string | null }

function stubOpen(open: () => Window | null): void {
  const spy = vi.spyOn(window, 'open').mockImplementation(open)
  onTestFinished(() => spy.mockRestore())
}

/** Replaces `window.open` until the test ends. Returns the windows that were opened, oldest first. */
export function stubProviderWindows(): StubbedWindow[] {
  const opened: StubbedWindow[] = []
  stubOpen(() => {
    const stubbed: StubbedWindow = { closed: false, at: null }
    opened.push(stubbed)
    const replace = (url: string) => {
      stubbed.at = url
    }
    const close = () => {
      stubbed.closed = true
    }
    const page = document.implementation.createHTMLDocument()
    return Object.assign(stubbed, { document: page, location: { replace }, close }) as unknown as Window
  })
  return opened
}

/** Until the test ends, `window.open` opens nothing. */
export function blockWindows(): void {
  stubOpen(() => null)
}

/** Until the test ends, everything stays in one window, like on a phone. */
export function stubOneWindow(): void {
  const real = window.matchMedia.bind(window)
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => real(query.includes('pointer: fine') ? 'not all' : query))
  onTestFinished(() => spy.mockRestore())
}
