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
  mailAddress: () => t`The address for documents by email`,
  mailSender: (count) => t`${plural(count, { one: '# allowed sender', other: '# allowed senders' })}`,
  webhook: () => t`The webhook`,
  secondPerson: () => t`The second person who is told when something expires`,
  device: (count) =>
    t`${plural(count, { one: 'Notifications on # device', other: '# devices with notifications' })}`,
}
/** Shown before the account is recovered: the access that this ends. */
export function WhatRecoveryDrops() {
  return (
    <div className="flex flex-col gap-2">
      <p>{t`This also removes everything that could let someone else back in:`}</p>
      <ul className="list-disc pl-5">
        <li>{t`your password (you choose a new one next) and two-step verification`}</li>
        <li>{t`passkeys and linked accounts that were added recently`}</li>
        <li>{t`share links, calendar feeds, webhooks and notifications set up or changed recently`}</li>
        <li>{t`a second person for reminders who was named recently`}</li>
      </ul>
      <p className="text-muted">{t`Your credentials, CE hours and files stay.`}</p>
    </div>
  )
}

/** Such as "2 passkeys". */
export function droppedText({ kind, count }: Pick<Dropped, 'kind' | 'count'>): string {
  return texts[kind](count)
}

/** Exactly the access that was removed when the account was recovered. */
export function DroppedList({ dropped }: { dropped: Dropped[] }) {
  if (dropped.length === 0) return null
  return (
    <section aria-labelledby="dropped" className="rounded-card border border-line p-4">
      <h2 id="dropped" className="font-semibold text-base">{t`What was removed`}</h2>
      <ul className="mt-2 grid gap-2">
        {dropped.map(({ kind, count, names }) => (
          <li key={kind} className="min-w-0">
            {droppedText({ kind, count })}
            {names.length > 0 && (
              <span className="block break-words text-muted text-sm">{names.join(', ')}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">{t`Anything on this list that was yours, you can set up again.`}</p>
    </section>
  )
}
