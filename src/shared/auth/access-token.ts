import { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import { instant, text } from '#shared/kernel/fields.ts'

/** Scopes of a token: view records, change them, or create share links. */
export const tokenScopes = ['read', 'write', 'share'] as const
export const tokenScope = z.enum(tokenScopes)
export type TokenScope = z.infer<typeof tokenScope>

/** Every token begins with this prefix, so that scanners for leaked secrets recognize it. */
export const TOKEN_PREFIX = 'lanyard_'

/** How long a token works, in days. */
export const tokenDays = { default: 90, most: 365 }
/** Tokens of one owner, including expired ones. */
export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME = 60

export const accessTokenInput = z.strictObject({
  name: text(MAX_TOKEN_NAME),
  scopes: z
    .array(tokenScope)
    .min(1, msg`Choose at least one`)
    .max(tokenScopes.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, msg`Name each only once`),
  days: z.int().min(1).max(tokenDays.most).default(tokenDays.default),
})
export type AccessTokenInput = z.input<typeof accessTokenInput>

/** `lastUsedAt` is recorded at most once a minute. */
export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScope),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

export const accessTokenList = z.object({ items: z.array(accessToken) })

/** `token` is the secret. It is shown this once. */
export const createdAccessToken = accessToken.extend({ token: z.string() })
export type CreatedAccessToken = z.infer<typeof createdAccessToken>
