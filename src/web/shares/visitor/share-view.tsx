import { clsx } from 'clsx'
import { CircleCheck, Clock, Download, OctagonX, Printer, TriangleAlert } from 'lucide-react'
import type { Problem } from '#shared/http/errors.ts'
import type { ShareView, ViewFile, ViewItem } from '#shared/shares/view.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { ShareCycleView } from './share-cycle-view.tsx'
import type { CheckResult } from './share-file-view.tsx'
import { Fact, ShareItemCard, SingleFileCard } from './shared-resource-card.tsx'
import { useDownload } from './use-download.ts'
import {
  contentsText,
  holderText,
  instantText,
  type Reader,
  standingText,
  type ViewStanding,
} from './visitor-text.ts'

type ShareViewBodyProps = {
  view: ShareView
  fileUrl: (file: ViewFile, disposition: 'inline' | 'attachment') => string
  packetUrl: string | null
  /** A screen of its own, with the page's one h1; else it stands under the title of a dialog. */
  isPage?: boolean
  onRefused?: (problem: Problem | null) => void
}

const nobody = () => {}

/** What a link shows, in the order that its owner chose. */
export function ShareViewBody({
  view,
  fileUrl,
  packetUrl,
  isPage = false,
  onRefused = nobody,
}: ShareViewBodyProps) {
  const { user } = useSession()
  const reader: Reader = { locale: user?.locale ?? null, timeZone: user?.timeZone ?? null }
  const withTimeout: CheckResult = {
    ownerName: view.ownerName,
    canDownload: view.allowDownloads,
    fileUrl,
    onRefused,
  }
  const standing = standingText(view, reader.locale)
  // One badge alone hangs beside the words where there is room.
  const isLone = isPage && view.items.length === 1 && view.items[0]?.resourceType !== 'ceuCycle'
  const Name = isPage ? 'h1' : 'h3'
  return (
    <div className="share-view @container">
      <div
        className={clsx(
          'grid grid-cols-1 gap-8',
          isLone && '@4xl:grid-cols-[3fr_2fr] @4xl:gap-12 print:block',
        )}
      >
        <header className="grid grid-cols-1 content-start gap-5">
          <div>
            <p className="font-semibold text-accent-strong text-sm [overflow-wrap:anywhere]">
              {view.recipient === null ? 'Credentials' : `Credentials for ${view.recipient}`}
            </p>
            <Name className="text-2xl [overflow-wrap:anywhere]">{view.ownerName}</Name>
            <p className="text-muted">{contentsText(view.items)}</p>
          </div>
          {standing && <StandingNote standing={standing} />}
          <Basis ownerName={view.ownerName} />
          {view.note !== null && (
            <blockquote className="max-w-[62ch] whitespace-pre-line border-accent border-l-3 pl-4 text-lg [overflow-wrap:anywhere]">
              {view.note}
            </blockquote>
          )}
          <Moments view={view} reader={reader} />
          {isPage && <Actions packetUrl={packetUrl} onRefused={onRefused} />}
        </header>
        <Items
          items={view.items}
          withTimeout={withTimeout}
          locale={reader.locale}
          as={isPage ? 'h2' : 'h4'}
        />
      </div>
    </div>
  )
}

const standingLooks = {
  open: { icon: Clock, look: 'bg-renewal-soft', mark: 'text-renewal' },
  clear: { icon: CircleCheck, look: 'bg-active-soft', mark: 'text-active' },
  soon: { icon: TriangleAlert, look: 'bg-expiring-soft', mark: 'text-expiring' },
  lapsed: { icon: OctagonX, look: 'bg-expired-soft', mark: 'text-expired' },
} as const

/** What a recruiter came to ask, answered by dates alone. */
function StandingNote({ standing }: { standing: ViewStanding }) {
  const { icon: Icon, look, mark } = standingLooks[standing.state]
  return (
    <div className={clsx('share-standing flex max-w-[46rem] gap-3 rounded-card p-4', look)}>
      <Icon aria-hidden className={clsx('mt-0.5 size-6 shrink-0', mark)} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold text-lg">{standing.headline}</p>
        {standing.more !== '' && <p>{standing.more}</p>}
      </div>
    </div>
  )
}

function Basis({ ownerName }: { ownerName: string }) {
  return (
    <p className="max-w-[62ch] text-muted [overflow-wrap:anywhere]">
      Holder-provided: this is what {holderText(ownerName)} entered, and Lanyard has not checked it. Check at
      the source, with the board or issuer, before you rely on it.
    </p>
  )
}

function Moments({ view, reader }: { view: ShareView; reader: Reader }) {
  return (
    <dl className="max-w-[46rem] divide-y divide-line border-line border-y">
      <Fact name="As of">{instantText(view.asOf, reader)}</Fact>
      {view.frozenAt !== null && (
        <Fact name="Kept as of">
          {`${instantText(view.frozenAt, reader)}. Later changes are not shown; each status is worked out for today.`}
        </Fact>
      )}
      <Fact name="Open until">{instantText(view.openUntil, reader)}</Fact>
    </dl>
  )
}

type ItemsProps = { items: ViewItem[]; withTimeout: CheckResult; locale: string | null; as: 'h2' | 'h4' }

/** As many badges in a row as there are, up to three. */
function columnsOf(count: number): string | false {
  return count > 1 && clsx('@2xl:grid-cols-2 print:grid-cols-2', count > 2 && '@5xl:grid-cols-3')
}

function Items({ items, withTimeout, locale, as }: ItemsProps) {
  return (
    <ul
      aria-label="What is shared"
      className={clsx('share-items grid grid-cols-1 gap-x-6 gap-y-8', columnsOf(items.length))}
    >
      {items.map((item, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing here has an id, and nothing moves
          key={at}
          className={clsx('min-w-0', item.resourceType === 'ceuCycle' ? 'col-span-full' : 'max-w-[34rem]')}
        >
          <Item item={item} withTimeout={withTimeout} locale={locale} as={as} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item, ...rest }: Omit<ItemsProps, 'items'> & { item: ViewItem }) {
  if (item.resourceType === 'ceuCycle') return <ShareCycleView cycle={item} {...rest} />
  if (item.resourceType === 'file')
    return <SingleFileCard item={item} withTimeout={rest.withTimeout} as={rest.as} />
  return <ShareItemCard item={item} {...rest} />
}

type ActionsProps = { packetUrl: string | null; onRefused: (problem: Problem | null) => void }

function Actions({ packetUrl, onRefused }: ActionsProps) {
  const { state, start } = useDownload(packetUrl, 'Credentials.pdf', onRefused)
  return (
    <div className="grid justify-items-start gap-2 print:hidden">
      <div className="flex flex-wrap gap-2">
        {packetUrl !== null && (
          <Button tone="primary" isPending={state.step === 'working'} onPress={() => void start()}>
            <Download aria-hidden className="size-5" />
            Download all as one PDF
          </Button>
        )}
        <Button onPress={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          Print
        </Button>
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {state.step === 'working' && progressText(state.share)}
        {state.step === 'saved' && 'Saved.'}
      </p>
      {state.step === 'failed' && <ProblemNote problem={state.problem} />}
    </div>
  )
}

/** Making it takes longest; how far the sending is can only be said afterwards. */
function progressText(share: number | null): string {
  return share === null ? 'Putting it together…' : `${Math.round(share * 100)} percent is here.`
}
