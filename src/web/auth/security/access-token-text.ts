import { type AccessToken, type TokenScope, tokenScopes } from '#shared/auth/access-token.ts'
import { formatInstant } from '#web/format/dates.ts'

type Owner = { locale?: string | null; timeZone?: string | null }

/** A short name for a list, and what a program may then do. */
export const scopeTexts: Record<TokenScope, { name: string; label: string; description: string }> = {
  read: {
    name: 'read',
    label: 'Read',
    description: 'See everything in your vault, also numbers, documents and health records, and export it.',
  },
  write: {
    name: 'write',
    label: 'Write',
    description: 'Add and change records and files, and move them to the trash. Nothing is deleted for good.',
  },
  share: {
    name: 'share',
    label: 'Share',
    description: 'See, create and end share links. A link that shows numbers or documents still needs you.',
  },
}

/** "read and share" */
export function listedScopes(scopes: readonly TokenScope[]): string {
  const names = tokenScopes.filter((scope) => scopes.includes(scope)).map((scope) => scopeTexts[scope].name)
  return new Intl.ListFormat('en-US').format(names)
}

/** "Read and share" */
export function scopesText(scopes: readonly TokenScope[]): string {
  const text = listedScopes(scopes)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What it may do, when it was last used, and until when it works. */
export function accessTokenText(
  { scopes, lastUsedAt, expiresAt }: AccessToken,
  owner: Owner,
  now: Date,
): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatInstant(lastUsedAt, owner)}`
  const end = `${isOver({ expiresAt }, now) ? 'expired' : 'expires'} ${formatInstant(expiresAt, owner)}`
  return `${scopesText(scopes)} · ${used} · ${end}`
}

export function isOver({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: Date): boolean {
  return new Date(expiresAt) <= now
}

export const daysOptions = [
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '180', label: '180 days' },
  { id: '365', label: '1 year' },
]
