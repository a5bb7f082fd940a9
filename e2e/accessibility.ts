import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** By how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type AxeResult = {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/** The violations that axe finds on the current page, one line each; by all rules, or only by `rules`. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  // Evaluated, not injected as a script, because the page's own Content-Security-Policy would refuse a script.
  if (!isLoaded) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const result = (await page.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: axe adds itself to the window
    (given) => (globalThis as any).axe.run(document, given),
    options,
  )) as AxeResult
  return result.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

/** Contrast in dark mode, one line for each violation. */
export async function darkContrastViolations(page: Page): Promise<string[]> {
  await switchTo(page, 'dark')
  const violations = await axeViolations(page, ['color-contrast'])
  await switchTo(page, 'light')
  return violations.map((violation) => `in the dark, ${violation}`)
}

/** A color in the middle of a transition has no final contrast yet. */
async function switchTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
  )
}

/** Violations and overflow of the current page, one line each, starting with `name`. */
export async function layoutProblems(page: Page, name: string): Promise<string[]> {
  const problems = await axeViolations(page)
  const overflow = await overflowOf(page)
  if (overflow > 0) problems.push(`${overflow} pixels wider than the window`)
  return problems.map((problem) => `${name}: ${problem}`)
}

/** Like `layoutProblems`, plus contrast in dark mode. */
export async function themeProblems(page: Page, name: string): Promise<string[]> {
  const dark = await darkContrastViolations(page)
  return [...(await layoutProblems(page, name)), ...dark.map((problem) => `${name}: ${problem}`)]
}

const MAX_STOPS = 150

/** Each stop of the Tab key that is out of the window or covered, for example by a bar at the bottom, one line each. */
export async function focusProblems(page: Page): Promise<string[]> {
  const found = new Set<string>()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(hiddenFocus)
    if (problem === 'end' && stops === 0) found.add('nothing takes the focus')
    if (problem === 'end') break
    if (problem) found.add(problem)
  }
  return [...found]
}

/** Runs in the page: what hides the focused element, `null` if nothing does, and `end` after the last element. */
function hiddenFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'end'
  // The label of a checkbox is visible instead of the checkbox.
  const shown = focused.closest('label') ?? focused
  const name = `${focused.tagName.toLowerCase()} "${(focused.getAttribute('aria-label') ?? shown.textContent ?? '').trim().slice(0, 40)}"`
  const boxes = [...shown.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  if (boxes.length === 0) return `${name} has the focus and no size`
  // Measured near its beginning, because the end of a long name may be cut off.
  const above = boxes.map(({ left, width, top, height }) =>
    document.elementFromPoint(left + Math.min(width / 2, 40), top + height / 2),
  )
  if (above.some((at) => at !== null && (shown.contains(at) || at.contains(shown)))) return null
  return `${name} has the focus, below ${above.map((at) => at?.className.toString().slice(0, 60) ?? 'nothing')}`
}
