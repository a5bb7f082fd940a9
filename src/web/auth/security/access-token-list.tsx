import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessToken } from '#shared/auth/access-token.ts'
import { plural } from '#shared/i18n/translate.ts'
import { accessTokensQuery, endAccessToken } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { AccessTokenDialog } from './access-token-dialog.tsx'
import { accessTokenText, isOver } from './access-token-text.ts'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { SecuritySection } from './security-section-view.tsx'

/** Tokens for the owner's programs: their scopes, and when they expire. Folded, because few owners need them. */
export function AccessTokenList() {
  const { data, error, refetch } = useQuery(accessTokensQuery)
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<AccessToken | null>(null)
  return (
    <div className="border-line border-t">
      <Disclosure id="access-tokens" title={t`Advanced`} summary={summaryText(data?.items.length ?? 0)}>
        <SecuritySection
          title={t`Access tokens`}
          summary={
            <p>
              <Trans>
                For scripts and programs of your own. A token works in place of a password, within the limits
                you set.{' '}
                <a href="/api/docs" className="font-semibold text-accent-strong underline">
                  See what the API can do
                </a>
              </Trans>
            </p>
          }
          action={<Button onPress={() => setAdding(true)}>{t`Create a token`}</Button>}
        >
          {!data &&
            (error ? (
              <ProblemNote problem={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton className="h-16" />
            ))}
          {data && data.items.length > 0 && (
            <ul className="divide-y divide-line">
              {data.items.map((token) => (
                <AccessTokenRow key={token.id} token={token} onEnd={() => setEnding(token)} />
              ))}
            </ul>
          )}
        </SecuritySection>
      </Disclosure>
      {isAdding && <AccessTokenDialog onClose={() => setAdding(false)} />}
      {ending && (
        <ConfirmChangeDialog
          title={t`End this token?`}
          body={t`Programs that use “${ending.name}” stop working right away. This cannot be undone.`}
          confirmLabel={t`End token`}
          failedTitle={t`Not ended`}
          change={() => endAccessToken(ending.id)}
          onDone={() => showToast({ title: t`Token ended`, description: ending.name })}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  )
}

const summaryText = (count: number) =>
  count === 0
    ? t`For your own tools: access tokens`
    : t`For your own tools: ${plural(count, { one: '# access token', other: '# access tokens' })}`

function AccessTokenRow({ token, onEnd }: { token: AccessToken; onEnd: () => void }) {
  const user = useUser()
  const now = new Date()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold [overflow-wrap:anywhere]">{token.name}</p>
        <p className="text-muted text-sm">{accessTokenText(token, user, now)}</p>
      </div>
      <Button
        aria-label={isOver(token, now) ? t`Remove ${token.name}` : t`End ${token.name}`}
        onPress={onEnd}
      >
        {isOver(token, now) ? t`Remove` : t`End`}
      </Button>
    </li>
  )
}
