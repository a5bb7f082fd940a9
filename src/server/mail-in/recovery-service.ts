import { droppedOf, droppedOne, type RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { removeMailAddress, removeSendersSince } from './address-store.ts'

/** Ends the address that was created since, and removes the senders that were allowed since. */
export const dropMailIn: RecoveryStep = async (tx, { owner, since }) => [
  ...droppedOne('mailAddress', await removeMailAddress(tx, owner, since)),
  ...droppedOf('mailSender', await removeSendersSince(tx, owner, since)),
]
