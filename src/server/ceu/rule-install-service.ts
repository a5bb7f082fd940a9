import { logSecurity } from '#server/kernel/security-log.ts'
import type { Services } from '#server/services.ts'
import { comparePackVersions } from '#shared/ceu/rule-pack.ts'
import { type RulePack, refusal } from './rule-pack-service.ts'
import { findPackContent, savePack, updateActivatedAt } from './rule-pack-store.ts'
import { newerVersions } from './rules-service.ts'

export type InstallServices = Pick<Services, 'clock' | 'db' | 'log' | 'rules'>

/** The version of the rules in use, either from an installed pack or from the program. */
export async function versionInUse({ db, rules }: Pick<InstallServices, 'db' | 'rules'>): Promise<string> {
  const [newest] = await newerVersions(db, rules.embedded)
  return newest ?? rules.embedded.version
}

/** Checks a pack and stores it without using it yet. Throws `rule_pack_refused` with the reason. */
export async function uploadPack(services: InstallServices, content: string): Promise<RulePack> {
  const { clock, db, rules } = services
  const pack = rules.open(content)
  const { version } = pack.manifest
  await requireNewer(services, version)
  await savePack(db, { version, content, keyId: pack.keyId, uploadedAt: clock.now() })
  return pack
}

/** The rules of an uploaded pack apply from now on: in this process immediately, in others within seconds. */
export async function installPack(services: InstallServices, version: string): Promise<void> {
  const { clock, db, log, rules } = services
  await requireNewer(services, version)
  const content = await findPackContent(db, version)
  if (content === null) throw refusal(`No pack ${version} was uploaded.`)
  // Throws if the operator has removed the pack's key.
  rules.open(content)
  await updateActivatedAt(db, version, clock.now())
  logSecurity(log, 'admin_command', { what: 'rules_installed' })
  await rules.refresh()
}

/** Rolls back the pack in use. The previous pack applies again, or the rules that came with the program. */
export async function rollBackPack(services: InstallServices, version: string): Promise<void> {
  const { db, log, rules } = services
  await rules.refresh()
  const [newest] = await newerVersions(db, rules.embedded)
  if (newest === undefined)
    throw refusal(
      `The rules ${rules.embedded.version} in use came with this version of Lanyard, and there is nothing to roll back.`,
    )
  // The versions differ if a newer Lanyard running next to this process installed a pack that this process cannot read.
  const inUse = [newest, rules.current().version]
  if (!inUse.includes(version)) throw refusal(`The rules ${version} are not in use: ${newest} are.`)
  await updateActivatedAt(db, version, null)
  logSecurity(log, 'admin_command', { what: 'rules_rolled_back' })
  await rules.refresh()
}

/** Why this version cannot be installed now; `null` if it can. */
export async function whyNotNewer(
  services: Pick<InstallServices, 'db' | 'rules'>,
  version: string,
): Promise<string | null> {
  const inUse = await versionInUse(services)
  const order = comparePackVersions(version, inUse)
  if (order > 0) return null
  if (order === 0) return `The rules ${version} are in use already.`
  return `The rules ${version} are older than those in use, ${inUse}.`
}

async function requireNewer(services: InstallServices, version: string): Promise<void> {
  const reason = await whyNotNewer(services, version)
  if (reason !== null) throw refusal(`${reason} Nothing was changed.`)
}
