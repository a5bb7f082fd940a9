import { droppedOf, type RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import type { ShareType } from '#shared/shares/share.ts'
import { removeSessions } from './session-store.ts'
import { revokeSharesSince } from './store.ts'

const typeNames: Record<ShareType, string> = {
  license: 'A license',
  certification: 'A certification',
  ceuCycle: 'A CE cycle',
  packet: 'A packet',
}

/** Ends the shares that were created, renewed or changed since. They stay in the list, and their owner may reopen them. */
export const dropShares: RecoveryStep = async (tx, { owner, since, now }) => {
  const revoked = await revokeSharesSince(tx, owner, since, now)
  for (const { id } of revoked) await removeSessions(tx, id)
  return droppedOf(
    'share',
    revoked.map(({ recipient, resourceType }) =>
      recipient ? `${typeNames[resourceType]} for ${recipient}` : typeNames[resourceType],
    ),
  )
}
