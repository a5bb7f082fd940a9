import type { accountDeletionContract } from '#shared/account-deletion/contract.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof accountDeletionContract>()

/** Permanently deletes the account and everything in it. `null`: the account has no password. */
export function deleteAccount(password: string | null): Promise<void> {
  return api.call('DELETE /api/users/me', { body: password === null ? {} : { password } })
}
