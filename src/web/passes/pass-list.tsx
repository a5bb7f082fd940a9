import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import type { OwnPass } from '#shared/passes/contract.ts'
import { SecuritySection } from '#web/auth/security/security-section-view.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { passesQuery, walletNames } from './api.ts'
import { EndPassDialog } from './end-pass-dialog.tsx'

/** In the settings: all wallet passes and the phones that have them. */
export function PassList() {
  const { data, error, refetch } = useQuery(passesQuery)
  const [ending, setEnding] = useState<OwnPass | 'all' | null>(null)
  const items = data?.items ?? []
  return (
    <SecuritySection
      id="wallet-passes"
      title={t`Wallet passes`}
      summary={
        <p>
          {data && items.length === 0
            ? t`None of your credentials has a pass. You make one on the page of a credential.`
            : t`Passes stay on phones without a session. They also end with a new password, and when you end all other sessions.`}
        </p>
      }
      action={items.length > 1 && <Button onPress={() => setEnding('all')}>{t`End all passes`}</Button>}
    >
      {!data &&
        (error ? (
          <ProblemNote problem={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-16" />
        ))}
      {items.length > 0 && (
        <ul className="divide-y divide-line">
          {items.map((pass) => (
            <PassRow key={pass.credentialId + pass.wallet} pass={pass} onEnd={() => setEnding(pass)} />
          ))}
        </ul>
      )}
      <EndPassDialog ending={ending} onClose={() => setEnding(null)} />
    </SecuritySection>
  )
}

function PassRow({ pass, onEnd }: { pass: OwnPass; onEnd: () => void }) {
  const user = useUser()
  const { credentialId, title, wallet, showsNumber, createdAt } = pass
  const made = t`${walletNames[wallet]}, made ${formatInstant(createdAt, user)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/credentials/$id"
          params={{ id: credentialId }}
          className="font-semibold [overflow-wrap:anywhere]"
        >
          {title}
        </Link>
        <p className="text-muted text-sm">{`${made} · ${showsNumber ? t`shows the number` : t`hides the number`}`}</p>
        <p className="text-muted text-sm">{devicesText(pass, user)}</p>
      </div>
      <Button aria-label={t`End the pass for ${title} in ${walletNames[wallet]}`} onPress={onEnd}>
        {t`End`}
      </Button>
    </li>
  )
}

function devicesText({ wallet, devices }: OwnPass, user: ReturnType<typeof useUser>): string {
  if (wallet === 'google') return t`Google does not tell which phones have it.`
  const [latest] = devices
  if (!latest) return t`On no phone that asks for updates`
  const at = formatInstant(latest.addedAt, user)
  return t`On ${plural(devices.length, { one: '# phone', other: '# phones' })}, last added ${at}`
}
