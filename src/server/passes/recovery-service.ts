import { droppedOf, type RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { endPasses, findSource } from './store.ts'

/** Ends all passes, however old: a thief may have made a file of any of them. */
export const dropPasses: RecoveryStep = async (tx, { owner, now }) => {
  const names: string[] = []
  for (const pass of await endPasses(tx, owner, { now })) {
    const source = await findSource(tx, pass)
    names.push(source ? credentialTitle(source) : '')
  }
  return droppedOf('pass', names)
}
