/** A scan has no text: its page is shown while it is recognized. */
const MOST_MS = 2_000
/** The values that were read appear on the screen first. */
const AFTER_MS = 100

let readings: Promise<unknown> = Promise.resolve()

/** Views of PDFs wait until the returned function is called: on a phone they would slow down reading. */
export function holdPdfViews(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, MOST_MS)
  readings = Promise.all([readings, promise])
  return () => setTimeout(resolve, AFTER_MS)
}

/** Resolves when a view may open its PDF. */
export async function turnOfPdfView(): Promise<void> {
  await readings
}
