import { useQuery } from '@tanstack/react-query'
import { Laptop, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { endOtherSessions, endSession, sessionsQuery } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { SecurityGroup } from './security-section-view.tsx'
import { deviceText, type Session, sessionsText, sessionText } from './security-text.ts'
import { useWayInChange } from './use-sign-in-method-change.ts'

const title = 'Where you are signed in'
const SHOWN = 4

export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  if (data) return <Loaded sessions={data.items} />
  return (
    <SecurityGroup title={title} state={null}>
      {error ? <ProblemNote problem={error} onRetry={() => void refetch()} /> : <Skeleton className="h-28" />}
    </SecurityGroup>
  )
}

function Loaded({ sessions }: { sessions: Session[] }) {
  const [asked, setAsked] = useState<Session | 'others' | null>(null)
  const [hasAll, setAll] = useState(false)
  const end = useWayInChange(async (which: Session | 'others') => {
    if (which === 'others') await endOtherSessions()
    else await endSession(which.id)
  })
  const shown = hasAll ? sessions : sessions.slice(0, SHOWN)
  const others = sessions.length - 1

  function confirm(which: Session | 'others') {
    end.start(which, {
      onSuccess: () => {
        setAsked(null)
        showToast(
          which === 'others'
            ? { title: 'Your other devices were signed out' }
            : { title: 'Signed out', description: deviceText(which) },
        )
        setTimeout(restoreFocus, 250)
      },
    })
  }

  return (
    <SecurityGroup
      title={title}
      state={sessionsText(sessions)}
      action={others > 1 && <Button onPress={() => setAsked('others')}>End all others</Button>}
    >
      <ul className="divide-y divide-line">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button tone="quiet" className="justify-self-start" onPress={() => setAll(true)}>
          {`Show all ${sessions.length}`}
        </Button>
      )}
      <ConfirmDialog
        title={asked === 'others' ? 'End all others?' : 'End this sign-in?'}
        body={
          <div className="grid gap-4">
            <p>
              {asked === 'others' || asked === null
                ? `The other ${others === 1 ? 'device is' : `${others} devices are`} signed out at once. This one stays.`
                : `${deviceText(asked)} is signed out at once. What was not saved there is lost.`}
            </p>
            {end.problem && <RefusalCard title="Not ended" problem={end.problem} />}
          </div>
        }
        confirmLabel={asked === 'others' ? 'End all others' : 'End it'}
        tone="danger"
        isOpen={asked !== null}
        onOpenChange={(isOpen) => {
          if (isOpen) return
          setAsked(null)
          end.forget()
        }}
        onConfirm={() => asked && confirm(asked)}
        isPending={end.isPending}
      />
    </SecurityGroup>
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
              This device
            </Chip>
          )}
          {kind === 'shared' && (
            <Chip look="bg-expiring-soft text-expiring">
              <UsersRound aria-hidden className="size-4" />
              Shared computer
            </Chip>
          )}
        </p>
        <p className="text-muted text-sm">{sessionText(session, user)}</p>
      </div>
      {!isCurrent && (
        <Button aria-label={`End it: ${deviceText(session)}`} onPress={onEnd}>
          End it
        </Button>
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
