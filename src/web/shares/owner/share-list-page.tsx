import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { useUser } from '#web/session/session.ts'
import { sharesQuery } from '#web/shares/api.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ShareCard } from './share-card.tsx'
import { ShareListEmpty } from './share-empty-view.tsx'
import { listHeadline } from './share-list-text.ts'
import { useMinute } from './use-current-minute.ts'
import { useShareEnd } from './use-share-expiry.ts'
import { useShareLook, useShareNews } from './use-unseen-views.ts'

const none: Share[] = []

/** Who can see something of mine now, and who could? Live links, then ended ones. */
export function ShareListPage() {
  const live = useLinks('live')
  const ended = useLinks('ended')
  useShareEnd(live.items ?? none, useMinute())
  useShareLook(live.items ?? none)
  useShareLook(ended.items ?? none)
  const isEmpty = live.items?.length === 0 && ended.items?.length === 0
  return (
    <Page
      title="Share links"
      eyebrow="Who can see something of mine?"
      heading={live.items ? listHeadline(live.items.length, live.query.hasNextPage) : 'Share links'}
      intro="Each link shows only what you chose, to whoever has it. End one and it closes at once."
      actions={
        !isEmpty && (
          <Link to="/credentials/shares/new" className={buttonClass({ tone: 'primary' })}>
            <Plus aria-hidden className="size-5" />
            Make a link
          </Link>
        )
      }
    >
      {isEmpty ? (
        <ShareListEmpty />
      ) : (
        <div className="grid grid-cols-1 gap-10">
          <Links
            title="Open links"
            links={live}
            empty="No link is open. What you shared before stands below, and a new link for it can be made there."
          />
          <Links title="Ended links" links={ended} empty="None has ended yet." />
        </div>
      )}
    </Page>
  )
}

function useLinks(state: 'live' | 'ended') {
  const query = useInfiniteQuery(sharesQuery(state))
  return { query, items: query.data?.pages.flatMap((page) => page.items) }
}

type LinksProps = { title: string; links: ReturnType<typeof useLinks>; empty: string }

function Links({ title, links: { query, items }, empty }: LinksProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {items ? (
        <div className="grid grid-cols-1 gap-4">
          {items.length === 0 ? <p className="text-muted">{empty}</p> : <Cards label={title} items={items} />}
          {query.error && (
            <ProblemNote
              problem={query.error}
              onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
            />
          )}
          {query.hasNextPage && (
            <Button
              className="justify-self-start"
              isPending={query.isFetchingNextPage}
              onPress={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </div>
      ) : query.error ? (
        <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </section>
  )
}

function Cards({ label, items }: { label: string; items: Share[] }) {
  const { locale, timeZone } = useUser()
  const seen = { now: useMinute(), locale, timeZone }
  const isNews = useShareNews()
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3">
      {items.map((share) => (
        <li key={share.id} className="min-w-0">
          <ShareCard share={share} seen={seen} isNews={isNews(share)} />
        </li>
      ))}
    </ul>
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden className="grid gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-50 rounded-card sm:h-31.5" />
      ))}
    </div>
  )
}
