import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { ceRule } from '#shared/ceu/rule.ts'
import { findRuleFaults } from '#shared/ceu/rule-check.ts'
import type { PackFile } from '#shared/ceu/rule-pack.ts'
import { Problem } from '#shared/http/errors.ts'
import { findRuleErrors } from './rules-checks.ts'
import {
  findFaultsOfCompact,
  newestEdition,
  openFolder,
  readPack,
  readRecords,
  signPack,
} from './rules-pack.ts'
import { skeletonOf } from './rules-skeleton.ts'

const usage = `Usage: npm run rules -- check            what is wrong with the rules in this folder
       npm run rules -- new STATE [RN]   a record to begin with, for RN, LPN or APRN
       npm run rules -- sign             signs the pack with the private key at RULES_SIGNING_KEY
       npm run rules -- pack [file]      writes the pack as one file
       npm run rules -- status           what an installation uses
       npm run rules -- install file     installs a pack
       npm run rules -- rollback         goes back to the rules before
       npm run rules -- review [days]    what is not known, or due for review, by owners of an installation`

type Say = (line: string) => void
type Place = { folder: string; today: string; say: Say }

const commands: Record<string, (place: Place, args: string[]) => 0 | 1> = {
  check,
  new: start,
  sign({ folder, today, say }) {
    const keyPath = process.env.RULES_SIGNING_KEY
    if (!keyPath) throw new StartError('Set RULES_SIGNING_KEY to the path of the private key.')
    const pack = readPack(folder)
    if (sayFaults(pack, today, say) > 0) throw new StartError('The rules have errors: nothing was signed.')
    say(signPack(folder, keyPath))
    return 0
  },
  pack({ folder, say }, [path]) {
    const { manifest } = openFolder(folder)
    const file = path ?? `rules-${manifest.version}.lanyard-rules`
    writeFileSync(file, JSON.stringify(readPack(folder)))
    say(`Wrote rules ${manifest.version} to ${file}.`)
    return 0
  },
}

type Options = { rules: string; now?: Date; say?: Say }

/** Runs a command on the newest edition in the folder `rules`. Returns its exit code: 1 for faults and refusals. */
export function runAuthoring(
  [command = '', ...args]: string[],
  { rules, now = new Date(), say = console.log }: Options,
): 0 | 1 {
  try {
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (!run) throw new StartError(usage)
    return run({ folder: newestEdition(rules), today: now.toISOString().slice(0, 10), say }, args)
  } catch (error) {
    if (!(error instanceof StartError || error instanceof Problem)) throw error
    say(error.message)
    return 1
  }
}

function check({ folder, today, say }: Place): 0 | 1 {
  const pack = readPack(folder)
  const count = sayFaults(pack, today, say)
  const rules = usable(readRecords(pack))
  const plain = rules.flatMap(({ evidence }) => evidence.filter(({ url }) => !url.startsWith('https://')))
  if (plain.length > 0) say(`${plain.length} sources are not https: look for newer ones at the next review.`)
  say(`${readRecords(pack).length} records in ${folder}: ${count === 0 ? 'nothing' : count} to correct.`)
  say(signatureText(folder))
  return count === 0 ? 0 : 1
}

const usable = (records: unknown[]) => records.flatMap((record) => ceRule.safeParse(record).data ?? [])

/** Lists what is wrong, and returns how much it is. */
function sayFaults(pack: PackFile, today: string, say: Say): number {
  const records = readRecords(pack)
  const faults = [...findRuleFaults(records), ...findRuleErrors(usable(records), today)]
  const compactFaults = findFaultsOfCompact(pack)
  for (const { id, field, what } of faults) say(`${id}, ${field}: ${what}`)
  for (const fault of compactFaults) say(`compact.json, ${fault}`)
  return faults.length + compactFaults.length
}

function signatureText(folder: string): string {
  try {
    const { manifest, keyId } = openFolder(folder)
    return `Rules ${manifest.version} are signed with the key ${keyId}.`
  } catch (error) {
    return `The pack is not signed as it is now; a maintainer signs it before a release. ${errorMessage(error)}`
  }
}

function start({ folder, today, say }: Place, [state = '', license = 'RN']: string[]): 0 | 1 {
  const isKnown = license === 'RN' || license === 'LPN' || license === 'APRN'
  if (!/^[A-Z]{2}$/.test(state) || !isKnown) throw new StartError(usage)
  const record = skeletonOf(state, license, today)
  const ids = readRecords(readPack(folder)).map((each) => ceRule.safeParse(each).data?.id)
  if (ids.includes(record.id))
    throw new StartError(`${record.id} exists: correct its record in ${join(folder, 'states.json')}.`)
  say(JSON.stringify(record, null, 2))
  return 0
}
