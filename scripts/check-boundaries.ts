import { cruise, type ICruiseResult } from 'dependency-cruiser'

export type Breach = { boundary: string; from: string; to: string; comment: string | undefined }

const config = (await import(new URL('../.dependency-cruiser.mjs', import.meta.url).href)).default
const boundaries: { name: string; comment: string }[] = config.forbidden

export const boundaryNames = boundaries.map(({ name }) => name)
/** The dependency order of each side, leftmost folder first. */
export const orders: Record<string, string[]> = config.orders

/**
 * Checks every import under `src` in `baseDir` against the boundaries. Also returns the number of parsed modules:
 * without a usable parser, dependency-cruiser sees none and reports no violations.
 */
export async function findBreaches(baseDir: string): Promise<{ modules: number; breaches: Breach[] }> {
  const { options, forbidden } = config
  const answer = await cruise(['src'], { ...options, baseDir, ruleSet: { forbidden }, validate: true })
  const { modules, summary } = answer.output as ICruiseResult
  const comments = new Map(boundaries.map(({ name, comment }) => [name, comment]))
  return {
    modules: modules.filter(({ source, couldNotResolve }) => source.startsWith('src/') && !couldNotResolve)
      .length,
    breaches: summary.violations.map(({ rule, from, to }) => ({
      boundary: rule.name,
      from,
      to,
      comment: comments.get(rule.name),
    })),
  }
}
