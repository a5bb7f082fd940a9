/** Keys that are not letters, as WebDriver writes them. */
export const keys = { enter: '\uE007', tab: '\uE004' } as const

/** A browser with one window of a phone's width. The three that implement it know nothing of Lanyard. */
export type Engine = {
  open(address: string): Promise<void>
  /** Runs a function in the page. It and its arguments must not refer to anything outside. */
  run<T, A extends unknown[]>(task: (...given: A) => T, ...given: A): Promise<Awaited<T>>
  /** Presses at a point of the window, as a finger or a mouse does. */
  press(x: number, y: number): Promise<void>
  /** Presses the keys of this text, in what has the focus. */
  type(text: string): Promise<void>
  /** Chooses files in the only `input[type=file]` that matches. */
  attach(selector: string, paths: string[]): Promise<void>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export const phoneWindow = { width: 390, height: 844 }

/** Rejects with what was missing. Only what hangs takes so long. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  ms = 180_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > end) throw error
      return null
    })
    if (found) return found
    if (Date.now() > end) throw new Error(`Not there after ${ms / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
