import { z } from 'zod'
import { listRulesWithGaps } from '#server/ceu/rule-gap-service.ts'
import {
  type InstallServices,
  installPack,
  rollBackPack,
  uploadPack,
  versionInUse,
} from '#server/ceu/rule-install-service.ts'
import { differencesTo } from '#server/ceu/rule-pack-service.ts'
import { listPacks } from '#server/ceu/rule-pack-store.ts'
import { instantText } from './admin-text.ts'

/** A request from `npm run rules`. `content` is the text of a pack, whose file the server may not be able to read. */
export const rulesRequest = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('rules-status') }),
  z.strictObject({ command: z.literal('rules-install'), content: z.string() }),
  z.strictObject({ command: z.literal('rules-rollback') }),
  z.strictObject({ command: z.literal('rules-review'), days: z.int().min(0).max(9999) }),
])
export type RulesRequest = z.infer<typeof rulesRequest>

/** Runs it and returns the lines to print. Throws `rule_pack_refused` with the reason. */
export async function runRules(services: InstallServices, request: RulesRequest): Promise<string[]> {
  const before = await versionInUse(services)
  switch (request.command) {
    case 'rules-status':
      return statusLines(services, before)
    case 'rules-install':
      return install(services, request.content)
    case 'rules-rollback':
      await rollBackPack(services, before)
      return [`Went back from rules ${before} to ${await versionInUse(services)}.`, reachText]
    case 'rules-review':
      return reviewLines(services, request.days)
  }
}

const reachText = 'Every running process uses them within half a minute.'

async function statusLines({ db, rules }: InstallServices, inUse: string): Promise<string[]> {
  const packs = await listPacks(db)
  const lines = packs.map(({ version, keyId, uploadedAt, activatedAt }) => {
    const since = activatedAt === null ? 'not in use' : `installed on ${instantText(activatedAt)}`
    return `Pack ${version}: uploaded on ${instantText(uploadedAt)}, ${since}, signed with the key ${keyId}.`
  })
  return [
    `Rules ${inUse} are in use.`,
    `This version of Lanyard came with rules ${rules.embedded.version}.`,
    ...lines,
  ]
}

async function install(services: InstallServices, content: string): Promise<string[]> {
  const { rules } = services
  await rules.refresh()
  const { added, changed, removed } = differencesTo(rules.current(), rules.open(content))
  const { manifest } = await uploadPack(services, content)
  await installPack(services, manifest.version)
  return [
    ...manifest.changelog.map(({ id, what }) => `${id}: ${what}`),
    `Installed rules ${manifest.version}. Records changed: ${changed.length}, added: ${added.length}, removed: ${removed.length}.`,
    `${reachText} Cycles keep the rule they began with until their owner accepts the newer one.`,
  ]
}

async function reviewLines(services: InstallServices, days: number): Promise<string[]> {
  const rules = await listRulesWithGaps(services, days)
  const points = rules.reduce((count, { gaps }) => count + gaps.length, 0)
  return [
    ...rules.flatMap(({ ruleId, owners, gaps }) => [
      `${ruleId}, ${owners} ${owners === 1 ? 'owner' : 'owners'}:`,
      ...gaps.map(({ kind, what, url }) => `  ${kind}: ${what} - ${url}`),
    ]),
    `${points} points in ${rules.length} records.`,
  ]
}
