import { readFileSync, statSync } from 'node:fs'
import { StartError } from '#server/kernel/config.ts'
import { errorCode } from '#server/kernel/error-details.ts'
import { MAX_PACK_BYTES } from '#shared/ceu/rule-pack.ts'
import { runForOperator } from './admin-command.ts'
import type { RulesRequest } from './admin-rules.ts'

const usage = `Usage: npm run rules -- status
       npm run rules -- install file.lanyard-rules
       npm run rules -- rollback
       npm run rules -- review [days]`

/** Runs `npm run rules` for an installation and resolves to its exit code: 0 when done, 1 when refused. */
export function runRulesCommand(args: string[]): Promise<0 | 1> {
  return runForOperator(() => requestOf(args))
}

function requestOf([command, file, ...rest]: string[]): RulesRequest {
  if (rest.length > 0) throw new StartError(usage)
  if (command === 'install' && file !== undefined) return { command: 'rules-install', content: read(file) }
  if (command === 'status' && file === undefined) return { command: 'rules-status' }
  if (command === 'rollback' && file === undefined) return { command: 'rules-rollback' }
  if (command === 'review' && /^\d{0,4}$/.test(file ?? ''))
    return { command: 'rules-review', days: Number(file ?? 0) }
  throw new StartError(usage)
}

function read(path: string): string {
  try {
    if (path === '-') return readFileSync(0, 'utf8')
    if (statSync(path).size > MAX_PACK_BYTES)
      throw new StartError(`${path} is larger than a rule pack may be: nothing was changed.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${path} cannot be read (${errorCode(error)}): nothing was changed.`)
  }
}
