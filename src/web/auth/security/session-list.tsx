import { useQuery } from '@tanstack/react-query'
import { AppWindow, Laptop, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { msg, plural } from '#shared/i18n/translate.ts'
import { endOtherSessions, endSession, sessionsQuery } from '#web/auth/sign-in-methods-api.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { SecuritySection } from './security-section-view.tsx'
import { deviceText, type Session, sessionsText, sessionText } from './security-text.ts'

const title = msg`Where you are signed in`
const SHOWN = 4

export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  if (data) return <Loaded sessions={data.items} />
  return (
    <SecuritySection title={t(title)} summary={null}>
      {error ? <ProblemNote problem={error} onRetry={() => void refetch()} /> : <Skeleton className="h-28" />}
    </SecuritySection>
  )
}

function Loaded({ sessions }: { sessions: Session[] }) {
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? sessions : sessions.slice(0, SHOWN)
  const others = sessions.length - 1
  return (
    <SecuritySection
      title={t(title)}
      summary={sessionsText(sessions)}
      action={others > 1 && <Button onPress={() => setEnding('others')}>{t`End all others`}</Button>}
    >
      <ul className="divide-y divide-line">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button tone="quiet" className="justify-self-start" onPress={() => setExpanded(true)}>
          {t`Show all ${sessions.length}`}
        </Button>
      )}
      {ending && (
        <ConfirmChangeDialog
          title={ending === 'others' ? t`End all others?` : t`End this session?`}
          body={
            ending === 'others'
              ? t`The ${plural(others, { one: 'other device', other: 'other # devices' })} will be signed out right away. This one stays signed in. Wallet passes, if you made any, end too.`
              : t`${deviceText(ending)} will be signed out right away. Anything not saved there is lost.`
          }
          confirmLabel={ending === 'others' ? t`End all others` : t`End session`}
          failedTitle={t`Not ended`}
          change={(): Promise<unknown> => (ending === 'others' ? endOtherSessions() : endSession(ending.id))}
          onDone={() =>
            showToast(
              ending === 'others'
                ? { title: t`Your other devices were signed out` }
                : { title: t`Signed out`, description: deviceText(ending) },
            )
          }
          onClose={() => setEnding(null)}
        />
      )}
    </SecuritySection>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const user = useUser()
  const { isCurrent, kind } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {deviceText(session)}
          {isCurrent && (
            <Chip look="bg-accent-soft text-accent-strong">
              <Laptop aria-hidden className="size-4" />
              {t`This device`}
            </Chip>
          )}
          {kind === 'app' && (
            <Chip look="bg-sunken text-muted">
              <AppWindow aria-hidden className="size-4" />
              {t`App`}
            </Chip>
          )}
          {kind === 'shared' && (
            <Chip look="bg-expiring-soft text-expiring">
              <UsersRound aria-hidden className="size-4" />
              {t`Shared computer`}
            </Chip>
          )}
        </p>
        <p className="text-muted text-sm">{sessionText(session, user)}</p>
      </div>
      {!isCurrent && (
        <Button aria-label={t`End session: ${deviceText(session)}`} onPress={onEnd}>{t`End session`}</Button>
      )}
    </li>
  )
}

function Chip({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full py-0.5 pr-2.5 pl-2 font-semibold text-sm ${look}`}
    >
      {children}
    </span>
  )
}
