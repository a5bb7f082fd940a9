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

/** What axe finds on the page as it is now, one line each; by all rules, or only by `rules`. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  // Evaluated, not injected as a script: the page's own Content-Security-Policy would refuse that.
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

/** Violations and overflow of the page as it is now, one line each, starting with `name`. */
export async function layoutProblems(page: Page, name: string): Promise<string[]> {
  const problems = await axeViolations(page)
  const overflow = await overflowOf(page)
  if (overflow > 0) problems.push(`${overflow} pixels wider than the window`)
  return problems.map((problem) => `${name}: ${problem}`)
}

/** The same, and contrast in dark mode. */
export async function themeProblems(page: Page, name: string): Promise<string[]> {
  const dark = await darkContrastViolations(page)
  return [...(await layoutProblems(page, name)), ...dark.map((problem) => `${name}: ${problem}`)]
}
