import type { Dropped, DroppedKind } from '#shared/auth/recovery.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

const texts: Record<DroppedKind, (count: number) => string> = {
  password: () => t`Your password`,
  secondFactor: () => t`Two-step verification and its recovery codes`,
  passkey: (count) => t`${plural(count, { one: '# passkey', other: '# passkeys' })}`,
  linkedAccount: (count) => t`${plural(count, { one: '# linked account', other: '# linked accounts' })}`,
  session: (count) => t`${plural(count, { one: '# signed-in device', other: '# signed-in devices' })}`,
  accessToken: (count) => t`${plural(count, { one: '# access token', other: '# access tokens' })}`,
  emailChange: (count) =>
    t`${plural(count, { one: '# requested email change', other: '# requested email changes' })}`,
  share: (count) => t`${plural(count, { one: '# share link', other: '# share links' })}`,
  pass: (count) => t`${plural(count, { one: '# wallet pass', other: '# wallet passes' })}`,
  calendar: () => t`The calendar feed`,
  webhook: () => t`The webhook`,
  device: (count) =>
    t`${plural(count, { one: 'Notifications on # device', other: '# devices with notifications' })}`,
}

/** Such as "2 passkeys". */
export function droppedText({ kind, count }: Pick<Dropped, 'kind' | 'count'>): string {
  return texts[kind](count)
}
