import type { Dropped, DroppedKind } from '#shared/auth/recovery.ts'

/** One of a kind, and several. Where there is only ever one, both are the same. */
const texts: Record<DroppedKind, [one: string, several: string]> = {
  password: ['Your password', 'Your password'],
  secondFactor: [
    'Two-step verification and its recovery codes',
    'Two-step verification and its recovery codes',
  ],
  passkey: ['1 passkey', 'passkeys'],
  linkedAccount: ['1 linked account', 'linked accounts'],
  session: ['1 signed-in device', 'signed-in devices'],
  emailChange: ['1 requested email change', 'requested email changes'],
  share: ['1 share link', 'share links'],
  calendar: ['The calendar feed', 'The calendar feed'],
  webhook: ['The webhook', 'The webhook'],
  device: ['Notifications on 1 device', 'devices with notifications'],
}

/** Such as "2 passkeys". */
export function droppedText({ kind, count }: Pick<Dropped, 'kind' | 'count'>): string {
  const [one, several] = texts[kind]
  return count === 1 ? one : `${count} ${several}`
}
