import { z } from 'zod'

/** One account, in the format of `firebase auth:export --format=json`. Other keys are ignored. */
const account = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().max(320).optional(),
  emailVerified: z.boolean().default(false),
  displayName: z.string().optional(),
  passwordHash: z.string().optional(),
  salt: z.string().optional(),
  disabled: z.boolean().default(false),
  createdAt: z.string().optional(),
  phoneNumber: z.string().optional(),
  photoUrl: z.string().optional(),
  customAttributes: z.string().optional(),
  mfaInfo: z.array(z.unknown()).default([]),
  providerUserInfo: z.array(z.object({ providerId: z.string(), rawId: z.string().optional() })).default([]),
})
export type FirebaseAccount = z.infer<typeof account>

export type ReadAccounts = { accounts: FirebaseAccount[]; unread: { place: string; reason: string }[] }

/** Whether this file comes from `auth:export`, and is not the collection of the same name. */
export function isAccountExport(json: unknown): json is { users: unknown[] } {
  if (typeof json !== 'object' || json === null || !('users' in json) || !Array.isArray(json.users))
    return false
  return json.users.every((each) => typeof each === 'object' && each !== null && 'localId' in each)
}

export function accountsOf(json: { users: unknown[] }): ReadAccounts {
  const found: ReadAccounts = { accounts: [], unread: [] }
  for (const [at, given] of json.users.entries()) {
    const read = account.safeParse(given)
    if (read.success) found.accounts.push(read.data)
    else found.unread.push({ place: `account ${at + 1}`, reason: 'It is not an account of auth:export' })
  }
  return found
}

export type HashParameters = { signerKey: string; saltSeparator: string; rounds: number; memCost: number }

/**
 * The password hash parameters, copied from the Firebase console or as JSON with the same names; `null` if one is
 * missing. Keys are in Base64.
 */
export function hashParametersOf(text: string): HashParameters | null {
  const valueNamed = (name: string) => new RegExp(`\\b${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)`).exec(text)?.[1]
  const signerKey = valueNamed('base64_signer_key')
  const saltSeparator = valueNamed('base64_salt_separator')
  const rounds = Number(valueNamed('rounds'))
  const memCost = Number(valueNamed('mem_cost'))
  const algorithm = valueNamed('algorithm') ?? 'SCRYPT'
  if (!signerKey || !saltSeparator || !rounds || !memCost || algorithm !== 'SCRYPT') return null
  return { signerKey, saltSeparator, rounds, memCost }
}
