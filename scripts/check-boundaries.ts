import { cruise, type ICruiseResult } from 'dependency-cruiser'

export type Breach = { wall: string; from: string; to: string; comment: string | undefined }

const config = (await import(new URL('../.dependency-cruiser.mjs', import.meta.url).href)).default
const walls: { name: string; comment: string }[] = config.forbidden

export const wallNames = walls.map(({ name }) => name)

/**
 * Walks every import under `src` of the services at `baseDir` and holds it against the walls. Gives the number of modules
 * walked too: with a parser that it cannot use, dependency-cruiser walks none and is content.
 */
export async function findBreaches(baseDir: string): Promise<{ modules: number; breaches: Breach[] }> {
  const { options, ...ruleSet } = config
  const answer = await cruise(['src'], { ...options, baseDir, ruleSet, validate: true })
  const { modules, summary } = answer.output as ICruiseResult
  const comments = new Map(walls.map(({ name, comment }) => [name, comment]))
  return {
    modules: modules.filter(({ source, couldNotResolve }) => source.startsWith('src/') && !couldNotResolve)
      .length,
    breaches: summary.violations.map(({ rule, from, to }) => ({
      wall: rule.name,
      from,
      to,
      comment: comments.get(rule.name),
    })),
  }
}
