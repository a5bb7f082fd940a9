import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import type { Share } from '#shared/shares/share.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { useToday, useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { sharesQuery } from './api.ts'
import { ShareCard } from './share-card.tsx'
import { EmptySharesView } from './share-empty-view.tsx'
import { listHeadline } from './share-list-text.ts'
import { useCurrentMinute, useShareExpiry } from './share-status.ts'
import { useMarkViewsSeen, useUnseenViews } from './use-unseen-views.ts'

const none: Share[] = []

/** Live share links, then ended ones. */
export function ShareListPage() {
  const today = useToday()
  const live = useLinks('live')
  const ended = useLinks('ended')
  useShareExpiry(live.items ?? none, useCurrentMinute())
  useMarkViewsSeen(live.items ?? none)
  useMarkViewsSeen(ended.items ?? none)
  const isEmpty = live.items?.length === 0 && ended.items?.length === 0
  return (
    <Page
      title={t`Share links`}
      eyebrow={t`Who can see your credentials`}
      heading={live.items ? listHeadline(live.items.length, live.query.hasNextPage) : t`Share links`}
      intro={t`Each link shows only what you selected, to anyone who has it. When you end a link, it stops working at once.`}
      actions={
        !isEmpty && (
          <ButtonLink to="/credentials/shares/new" tone="primary">
            <Plus aria-hidden className="size-5" />
            {t`Create a link`}
          </ButtonLink>
        )
      }
    >
      {isEmpty ? (
        <EmptySharesView />
      ) : (
        <div className="grid grid-cols-1 gap-10">
          <Links
            title={t`Open links`}
            links={live}
            empty={t`No open links. To share earlier items again, create a new link from an ended one below.`}
          />
          <Links title={t`Ended links`} links={ended} empty={t`No links have ended yet.`} />
          <ListExportPicker
            name="share-links"
            title={t`Share links`}
            today={today}
            load={() => import('./share-list-values.ts').then((module) => module.shareTable())}
          />
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
          <ListEnd query={query} label={t`Show more`} />
        </div>
      ) : query.error ? (
        <ProblemNote problem={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList
          sizes={[
            'h-50 rounded-card sm:h-31.5',
            'h-50 rounded-card sm:h-31.5',
            'h-50 rounded-card sm:h-31.5',
          ]}
        />
      )}
    </section>
  )
}

function Cards({ label, items }: { label: string; items: Share[] }) {
  const { locale, timeZone } = useUser()
  const dates = { now: useCurrentMinute(), locale, timeZone }
  const isUnseen = useUnseenViews()
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-3">
      {items.map((share) => (
        <li key={share.id} className="min-w-0">
          <ShareCard share={share} dates={dates} isUnseen={isUnseen(share)} />
        </li>
      ))}
    </ul>
  )
}
