import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, FileUp, FolderDown, Pencil, Plus, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { cycleEntriesQuery, cycleQuery } from '#web/ceu/api.ts'
import { cycleHeadline, cycleName, paceText, periodText, type Seen, shortName } from '#web/ceu/cycle-text.ts'
import { EntryList, withoutCertificateText } from '#web/ceu/entries/entry-list.tsx'
import { PacketDialog } from '#web/ceu/packet/packet-dialog.tsx'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CycleMissing, CycleRefused } from './cycle-error-view.tsx'
import { TopicList } from './cycle-topic-list.tsx'
import { NewerRuleNote } from './newer-rule-dialog.tsx'
import { PaceChart } from './pace-chart.tsx'
import { RingView } from './progress-ring.tsx'
import { RemoveCycleDialog } from './remove-cycle-dialog.tsx'
import { RuleCard } from './rule-card.tsx'

const route = getRouteApi('/credentials/cycles/$cycleId')

export function CyclePage() {
  const { cycleId } = route.useParams()
  const { data: cycle, error, isPending, refetch } = useQuery(cycleQuery(cycleId))
  if (error) return <CycleRefused error={error} onRetry={() => void refetch()} />
  if (isPending) return <CycleSkeleton />
  return cycle ? <CycleDetail cycle={cycle} /> : <CycleMissing />
}

/** What am I still missing, and why? */
function CycleDetail({ cycle }: { cycle: CeuCycle }) {
  const seen = { today: useToday(), locale: useUser().locale }
  const entries = useQuery(cycleEntriesQuery(cycle.id))
  const items = entries.data?.items ?? []
  return (
    <Page
      title={`CE for ${cycleName(cycle)}`}
      eyebrow={<Eyebrow cycle={cycle} locale={seen.locale} />}
      heading={cycleHeadline(cycle, seen)}
      intro={paceText(cycle, seen)}
      actions={<Actions cycle={cycle} entries={items} />}
    >
      <NewerRuleNote cycle={cycle} locale={seen.locale} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-10">
          <Standing cycle={cycle} today={seen.today} />
          {entries.isPending && <Skeleton className="h-72 w-full" />}
          {entries.data && <PaceChart cycle={cycle} entries={items} {...seen} />}
          <section aria-labelledby="entries-title">
            <h2 id="entries-title" className="mb-3 text-lg">
              {items.length > 0 ? `Entries (${items.length})` : 'Entries'}
            </h2>
            {entries.error ? (
              <ProblemNote problem={entries.error} onRetry={() => void entries.refetch()} />
            ) : entries.isPending ? (
              <Skeleton className="h-64 w-full" />
            ) : (
              <Entries cycle={cycle} entries={items} locale={seen.locale} />
            )}
          </section>
        </div>
        <RuleCard cycle={cycle} {...seen} />
      </div>
      {cycle.notes && (
        <section aria-labelledby="notes-title" className="max-w-[70ch]">
          <h2 id="notes-title" className="mb-2 text-lg">
            Notes
          </h2>
          <p className="whitespace-pre-line">{cycle.notes}</p>
        </section>
      )}
      <div className="sticky bottom-[calc(var(--bottom-stack-height,0px)+12px)] z-20 sm:hidden">
        <LogLink cycleId={cycle.id} wide />
      </div>
    </Page>
  )
}

function Eyebrow({ cycle, locale }: { cycle: CeuCycle; locale: string | null }) {
  const credentialId = cycle.licenseId ?? cycle.certificationId
  return (
    <div className="flex flex-wrap gap-x-2">
      <Link to="/credentials" search={{ tab: 'ce' }} className="underline">
        CE
      </Link>
      <span aria-hidden>/</span>
      {credentialId ? (
        <Link to="/credentials/$id" params={{ id: credentialId }} className="min-w-0 underline">
          {shortName(cycleName(cycle))}
        </Link>
      ) : (
        <span>{cycleName(cycle)}</span>
      )}
      <span className="font-normal text-muted">{periodText(cycle, locale)}</span>
    </div>
  )
}

function LogLink({ cycleId, wide = false }: { cycleId: string; wide?: boolean }) {
  return (
    <Link
      to="/credentials/entries/new"
      search={{ cycleId }}
      className={`${buttonClass({ tone: 'primary', wide })} ${wide ? 'shadow-card' : 'max-sm:hidden'}`}
    >
      <Plus aria-hidden className="size-5" />
      Log a course
    </Link>
  )
}

function Actions({ cycle, entries }: { cycle: CeuCycle; entries: CeuEntry[] }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'packet' | 'remove' | null>(null)
  return (
    <>
      <LogLink cycleId={cycle.id} />
      <Button onPress={() => setOpen('packet')}>
        <FolderDown aria-hidden className="size-5 max-sm:hidden" />
        Audit packet
      </Button>
      <Link
        to="/credentials/shares/new"
        search={{ cycle: cycle.id }}
        className={buttonClass({ tone: 'secondary' })}
      >
        <Share2 aria-hidden className="size-4 max-sm:hidden" />
        Share
      </Link>
      <Link
        to="/credentials/cycles/$cycleId/edit"
        params={{ cycleId: cycle.id }}
        className={buttonClass({ tone: 'secondary' })}
      >
        <Pencil aria-hidden className="size-4 max-sm:hidden" />
        Edit
      </Link>
      <Menu
        aria-label="More"
        trigger={<IconButton icon={Ellipsis} label="More" />}
        items={[
          {
            id: 'import',
            label: 'Import entries',
            icon: FileUp,
            href: `/credentials/entries/import?cycleId=${cycle.id}`,
          },
          {
            id: 'delete',
            label: 'Delete cycle',
            icon: Trash2,
            tone: 'danger',
            onAction: () => setOpen('remove'),
          },
        ]}
      />
      <PacketDialog
        cycle={cycle}
        entries={entries}
        isOpen={open === 'packet'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'packet' : null)}
      />
      <RemoveCycleDialog
        cycle={cycle}
        isOpen={open === 'remove'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'remove' : null)}
        onRemoved={async () => {
          await navigate({ to: '/credentials', search: { tab: 'ce' }, replace: true })
          // The dialog gives the focus back to a button that is gone by then.
          setTimeout(restoreFocus, 100)
        }}
      />
    </>
  )
}

function Standing({ cycle, today }: { cycle: CeuCycle } & Pick<Seen, 'today'>) {
  return (
    <section
      aria-labelledby="standing-title"
      className={`grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)] ${cycle.topics.length > 5 ? 'items-start' : 'items-center'}`}
    >
      <h2 id="standing-title" className="sr-only">
        Hours and topics
      </h2>
      <RingView cycle={cycle} today={today} className="mx-auto size-44" />
      <TopicList cycle={cycle} />
    </section>
  )
}

function Entries({
  cycle,
  entries,
  locale,
}: {
  cycle: CeuCycle
  entries: CeuEntry[]
  locale: string | null
}) {
  const gaps = withoutCertificateText(entries)
  if (entries.length === 0)
    return (
      <div className="grid justify-items-start gap-3 rounded-card border border-line-strong/50 border-dashed p-5">
        <p className="text-muted">
          Nothing is logged here yet. Begin with the certificate that is nearest at hand: title, date and
          hours are enough, and the file can come with it.
        </p>
        <Link
          to="/credentials/entries/new"
          search={{ cycleId: cycle.id }}
          className={buttonClass({ tone: 'secondary' })}
        >
          Log the first course
        </Link>
      </div>
    )
  return (
    <>
      {gaps && <p className="mb-3 text-muted">{gaps}</p>}
      <EntryList cycle={cycle} entries={entries} locale={locale} />
    </>
  )
}

function CycleSkeleton() {
  return (
    <Page title="CE cycle">
      <div aria-hidden className="grid gap-x-12 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <Skeleton className="h-52 w-full" />
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </Page>
  )
}
