import type { Db } from '#server/db/database.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Logger } from '#server/kernel/log.ts'
import { comparePackVersions } from '#shared/ceu/rule-pack.ts'
import { embeddedRules, type RuleBook } from '#shared/ceu/rules.ts'
import { Problem } from '#shared/http/errors.ts'
import { readTrustedKeys } from './rule-key-service.ts'
import { openPack, type RulePack } from './rule-pack-service.ts'
import { findPackContent, listActiveVersions } from './rule-pack-store.ts'

/** The CE rules of this installation: the newest pack in use, or those that the program came with if they are newer. */
export type Rules = {
  current(): RuleBook
  /** Those that the program came with. */
  embedded: RuleBook
  /** Checks a pack by the trusted keys. Throws `rule_pack_refused`. */
  open(content: string): RulePack
  /** Switches to what any process has installed or rolled back since. */
  refresh(): Promise<void>
}

type RulesServices = { config: Pick<Config, 'RULES_PUBLIC_KEYS'>; db: Db; log: Logger }

/** Another process may install a pack at any time; the text of packs is read only when another one is in use. */
const LOOK_MS = 20_000

/** Throws a `StartError` if a public key cannot be used. */
export function createRules({ config, db, log }: RulesServices, embedded = embeddedRules): Rules {
  const keys = readTrustedKeys(config)
  const unusable = new Set<string>()
  let book = embedded

  async function load(version: string): Promise<RuleBook | null> {
    if (version === book.version) return book
    if (unusable.has(version)) return null
    const content = await findPackContent(db, version)
    try {
      return content === null ? null : openPack(content, keys).book
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Written by a newer Lanyard running next to this one, or signed by a key that is no longer trusted.
      unusable.add(version)
      log.error({ rules: version, reason: error.message }, 'rules: an installed pack cannot be used')
      return null
    }
  }

  return {
    current: () => book,
    embedded,
    open: (content) => openPack(content, keys),
    async refresh() {
      let found: RuleBook | null = null
      for (const version of await newerVersions(db, embedded)) found ??= await load(version)
      const next = found ?? embedded
      if (next.version !== book.version) log.info({ rules: next.version }, 'rules: another version is in use')
      book = next
    },
  }
}

/** The packs in use that are newer than the program's own, newest first. Only the first of them applies. */
export async function newerVersions(db: Db, embedded: RuleBook): Promise<string[]> {
  const versions = await listActiveVersions(db)
  return versions
    .filter((version) => comparePackVersions(version, embedded.version) > 0)
    .sort((a, b) => comparePackVersions(b, a))
}

/** Looks for another pack until it is stopped. While the database does not answer, the rules stay as they are. */
export function watchRules({ rules, log }: { rules: Rules; log: Logger }): { stop(): Promise<void> } {
  let looking = Promise.resolve()
  const look = async () => {
    await rules.refresh().catch((error) => log.warn({ code: error.code }, 'rules: not read'))
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
