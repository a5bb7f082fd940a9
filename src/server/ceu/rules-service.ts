import type { Db } from '#server/db/database.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Logger } from '#server/kernel/log.ts'
import type { RuleBook } from '#shared/ceu/rule-book.ts'
import { comparePackVersions } from '#shared/ceu/rule-pack.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { Problem } from '#shared/http/errors.ts'
import { readTrustedKeys } from './rule-key-service.ts'
import { openPack, type RulePack } from './rule-pack-service.ts'
import { findPackContent, listActiveVersions } from './rule-pack-store.ts'

/**
 * The CE rules of this installation: the newest pack in use, or the rules that came with the program if they are newer.
 */
export type Rules = {
  current(): RuleBook
  /** The rules that came with the program. */
  embedded: RuleBook
  /** Checks a pack against the trusted keys. Throws `rule_pack_refused`. */
  open(content: string): RulePack
  /** Picks up a pack that any process has installed or rolled back. */
  refresh(): Promise<void>
}

type RulesServices = { config: Pick<Config, 'RULES_PUBLIC_KEYS'>; db: Db; log: Logger }

/**
 * How often to check: another process may install a pack at any time. The text of a pack is read only after a change.
 */
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
      // A newer Lanyard running next to this process wrote the pack, or the pack's key is no longer trusted.
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

/** Checks for another pack until stopped. While the database does not respond, the rules stay as they are. */
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
