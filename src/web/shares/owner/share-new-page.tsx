import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ShareMadeView } from './share-created-view.tsx'
import { ShareForm } from './share-form.tsx'
import type { Made } from './use-share-draft.ts'
import { type Thing, useShareFile, useShareThings } from './use-shared-resources.ts'

const route = getRouteApi('/credentials/shares/new')

/** What should they see? */
export function ShareNewPage() {
  const [result, setResult] = useState<Made | null>(null)
  return result ? <Ready result={result} /> : <Making onMade={setResult} />
}

function Making({ onMade }: { onMade(made: Made): void }) {
  const { license, certification, cycle, file } = route.useSearch()
  const seen = { today: useToday(), locale: useUser().locale }
  const { credentials, cycles, error, isPending, retry } = useShareThings(seen)
  const single = useShareFile(file)
  const refused = error ?? single.error
  const wanted = [license, certification, cycle].filter((id) => id !== undefined)
  return (
    <Page
      title="Share your credentials"
      eyebrow={<BackToShares />}
      heading="What should they see?"
      intro="You get a link to send and a code to show. They need no account, and you can end it at any time."
      width="form"
    >
      {refused ? (
        <ProblemNote
          problem={refused}
          onRetry={() => {
            retry()
            single.retry()
          }}
        />
      ) : isPending || single.isPending || !credentials || !cycles ? (
        <FormSkeleton />
      ) : (
        <Loaded
          things={{ credentials, cycles }}
          wanted={wanted}
          file={file ? (single.file ?? null) : undefined}
          onMade={onMade}
        />
      )}
    </Page>
  )
}

type LoadedProps = {
  things: { credentials: Thing[]; cycles: Thing[] }
  wanted: string[]
  /** `null` for one that is gone. */
  file: Thing | null | undefined
  onMade(made: Made): void
}

function Loaded({ things, wanted, file, onMade }: LoadedProps) {
  const all = [...things.credentials, ...things.cycles]
  const ids = new Set(all.map(({ resourceId }) => resourceId))
  const [first] = useState(() => [
    ...all.filter(({ resourceId }) => wanted.includes(resourceId)),
    ...(file ? [file] : []),
  ])
  const isGone = first.length < wanted.length + (file === undefined ? 0 : 1)
  return (
    <>
      {isGone && <p className="text-muted">What you came from is not in your vault any more.</p>}
      {all.length + first.length === 0 ? (
        <EmptyState
          title="Nothing to show yet"
          body="Put a license or a certification into your vault. Then a recruiter gets it from here as one link, with its dates and its card, for as long as you say."
          action={
            <Link to="/upload" search={{ kind: 'license' }} className={buttonClass({ tone: 'primary' })}>
              Add a license
            </Link>
          }
        />
      ) : (
        <ShareForm
          things={things}
          first={first.filter((one) => one.resourceType === 'file' || ids.has(one.resourceId))}
          onMade={onMade}
        />
      )}
    </>
  )
}

function Ready({ result: { made, passcode } }: { result: Made }) {
  const heading = useRef<HTMLSpanElement>(null)
  // The button that made it is gone, and she was at the foot of the form.
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Page
      title="Your link is ready"
      heading={
        <span ref={heading} tabIndex={-1} className="outline-none">
          Your link is ready
        </span>
      }
      eyebrow={<BackToShares />}
      intro={
        made.recipient
          ? `Send it to ${made.recipient}, or let them read the code.`
          : 'Send it, or let them read the code.'
      }
    >
      <ShareMadeView made={made} passcode={passcode} />
      <Link to="/credentials/shares" className={`w-fit ${buttonClass({ tone: 'secondary' })}`}>
        See all your links
      </Link>
    </Page>
  )
}

function BackToShares() {
  return (
    <Link to="/credentials/shares" className="underline">
      Share links
    </Link>
  )
}

function FormSkeleton() {
  return (
    <div aria-hidden className="grid gap-8">
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}
