import { findUser } from '#server/account/store.ts'
import { droppedOf, type RecoveryStep } from '#server/auth/recovery/recovery-service.ts'
import { translateFor } from '#server/i18n/translations.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { ShareType } from '#shared/shares/share.ts'
import { removeSessions } from './session-store.ts'
import { revokeSharesSince } from './store.ts'

const typeNames: Record<ShareType, string> = {
  license: msg`A license`,
  certification: msg`A certification`,
  ceuCycle: msg`A CE cycle`,
  packet: msg`A packet`,
}

/**
 * Ends the shares that were created, renewed or changed since. The shares stay in the list, and their owner may reopen
 * them.
 */
export const dropShares: RecoveryStep = async (tx, { owner, since, now }) => {
  const revoked = await revokeSharesSince(tx, owner, since, now)
  for (const { id } of revoked) await removeSessions(tx, id)
  if (revoked.length === 0) return []
  const t = translateFor((await findUser(tx, owner))?.settings)
  const names = revoked.map(({ recipient, resourceType }) => {
    const type = t(typeNames[resourceType])
    return recipient ? t`${type} for ${recipient}` : type
  })
  return droppedOf('share', names)
}
