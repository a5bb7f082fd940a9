import { type AccessToken, type TokenScope, tokenScopes } from '#shared/auth/access-token.ts'
import { msg } from '#shared/i18n/translate.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

type Owner = { locale?: string | null; timeZone?: string | null }

/** A short name for a list, and what it allows a program to do. */
export const scopeTexts: Record<TokenScope, { name: string; label: string; description: string }> = {
  read: {
    name: msg`read`,
    label: msg`Read`,
    description: msg`See everything in your vault, including numbers, documents and health records, and export it.`,
  },
  write: {
    name: msg`write`,
    label: msg`Write`,
    description: msg`Add and change records and files, and move them to the trash. Nothing is deleted for good.`,
  },
  share: {
    name: msg`share`,
    label: msg`Share`,
    description: msg`See, create and end share links. A link that shows numbers or documents still needs you.`,
  },
}

/** "read and share" */
export function listedScopes(scopes: readonly TokenScope[]): string {
  const names = tokenScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => t(scopeTexts[scope].name))
  return new Intl.ListFormat(t.locale).format(names)
}

/** "Read and share" */
export function scopesText(scopes: readonly TokenScope[]): string {
  const text = listedScopes(scopes)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Its scopes, when it was last used, and when it expires. */
export function accessTokenText(
  { scopes, lastUsedAt, expiresAt }: AccessToken,
  owner: Owner,
  now: Date,
): string {
  const used = lastUsedAt === null ? t`not used yet` : t`last used ${formatInstant(lastUsedAt, owner)}`
  const at = formatInstant(expiresAt, owner)
  const end = isOver({ expiresAt }, now) ? t`expired ${at}` : t`expires ${at}`
  return `${scopesText(scopes)} · ${used} · ${end}`
}

export function isOver({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: Date): boolean {
  return new Date(expiresAt) <= now
}

export const daysOptions = [
  { id: '30', label: msg`30 days` },
  { id: '90', label: msg`90 days` },
  { id: '180', label: msg`180 days` },
  { id: '365', label: msg`1 year` },
]
