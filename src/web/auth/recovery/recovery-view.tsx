import { t } from '#web/i18n/t.ts'
/** Shown before the account is recovered: the access that this ends. */
export function WhatRecoveryDrops() {
  return (
    <div className="flex flex-col gap-2">
      <p>{t`This also removes everything that could let someone else back in:`}</p>
      <ul className="list-disc pl-5">
        <li>{t`your password (you choose a new one next) and two-step verification`}</li>
        <li>{t`passkeys and linked accounts that were added recently`}</li>
        <li>{t`share links, calendar feeds, webhooks and notifications set up or changed recently`}</li>
      </ul>
      <p className="text-muted">{t`Your credentials, CE hours and files stay.`}</p>
    </div>
  )
}
