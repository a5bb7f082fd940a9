import { clsx } from 'clsx'
import { CalendarX2, CircleCheck, Clock, Download, OctagonX, Printer, TriangleAlert } from 'lucide-react'
import { titleText } from '#shared/credentials/title-text.ts'
import type { Problem } from '#shared/http/errors.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { ShareView, ViewFile, ViewItem } from '#shared/shares/view.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { ShareCycleView } from './share-cycle-view.tsx'
import type { FileAccess } from './share-picture.tsx'
import { SharedHealthCard } from './shared-health-card.tsx'
import { Fact, SharedResourceCard, SingleFileCard } from './shared-resource-card.tsx'
import { useDownload } from './use-download.ts'
import { contentsText, holderText, overviewText, type ViewOverview } from './visitor-text.ts'

type ShareViewBodyProps = {
  view: ShareView
  fileUrl: (file: ViewFile, disposition: 'inline' | 'attachment') => string
  packetUrl: string | null
  /** A separate page with the h1. Otherwise the view is inside a dialog. */
  isPage?: boolean
  isForgotten?: boolean
  onRefused?: (problem: Problem | null) => void
}

const ignore = () => {}

/** The resources of a share, in its owner's order. */
export function ShareViewBody({
  view,
  fileUrl,
  packetUrl,
  isPage = false,
  isForgotten = false,
  onRefused = ignore,
}: ShareViewBodyProps) {
  const { user } = useSession()
  const locale = user?.locale ?? (t.language === 'en' ? null : t.locale)
  const access: FileAccess = {
    ownerName: view.ownerName,
    canDownload: view.allowDownloads,
    fileUrl,
    onRefused,
    isForgotten,
  }
  const overview = overviewText(view, locale, (title) => titleText(title, t))
  // A single badge goes next to the text if there is room.
  const isSingle = isPage && view.items.length === 1 && view.items[0]?.resourceType !== 'ceuCycle'
  const Name = isPage ? 'h1' : 'h3'
  return (
    <div className="share-view @container">
      <div
        className={clsx(
          'grid grid-cols-1 gap-8',
          isSingle && '@4xl:grid-cols-[3fr_2fr] @4xl:gap-12 print:block',
        )}
      >
        <header className="grid grid-cols-1 content-start gap-5">
          <div>
            <p className="font-semibold text-accent-strong text-sm [overflow-wrap:anywhere]">
              {view.recipient === null ? t`Credentials` : t`Credentials for ${view.recipient}`}
            </p>
            <Name className="text-2xl [overflow-wrap:anywhere]">{view.ownerName}</Name>
            <p className="text-muted">{contentsText(view.items)}</p>
          </div>
          {overview && <OverviewNote overview={overview} />}
          <HolderProvidedNote ownerName={view.ownerName} />
          {view.note !== null && (
            <blockquote className="max-w-[62ch] whitespace-pre-line border-accent border-l-3 pl-4 text-lg [overflow-wrap:anywhere]">
              {view.note}
            </blockquote>
          )}
          <ViewDates view={view} />
          {isPage && <Actions packetUrl={packetUrl} onRefused={onRefused} />}
        </header>
        <ItemList items={view.items} access={access} locale={locale} as={isPage ? 'h2' : 'h4'} />
      </div>
    </div>
  )
}

const overviewLooks = {
  open: { icon: Clock, look: 'bg-renewal-soft', tone: 'text-renewal' },
  unknown: { icon: CalendarX2, look: 'bg-sunken', tone: 'text-muted' },
  clear: { icon: CircleCheck, look: 'bg-active-soft', tone: 'text-active' },
  soon: { icon: TriangleAlert, look: 'bg-expiring-soft', tone: 'text-expiring' },
  lapsed: { icon: OctagonX, look: 'bg-expired-soft', tone: 'text-expired' },
} as const

/** Whether everything is valid, and until when. */
function OverviewNote({ overview }: { overview: ViewOverview }) {
  const { icon: Icon, look, tone } = overviewLooks[overview.state]
  return (
    <div className={clsx('share-standing flex max-w-[46rem] gap-3 rounded-card p-4', look)}>
      <Icon aria-hidden className={clsx('mt-0.5 size-6 shrink-0', tone)} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold text-lg">{overview.headline}</p>
        {overview.more !== '' && <p>{overview.more}</p>}
      </div>
    </div>
  )
}

function HolderProvidedNote({ ownerName }: { ownerName: string }) {
  return (
    <p className="max-w-[62ch] text-muted [overflow-wrap:anywhere]">
      <Trans>
        Holder-provided: {[holderText(ownerName)]} entered this information, and Lanyard has not verified it.
        Verify it with the board or issuer before you rely on it.
      </Trans>
    </p>
  )
}

/** Dates in the format of the page's language, not of an account, like in the PDF. */
function ViewDates({ view }: { view: ShareView }) {
  const { timeZone } = view
  return (
    <dl className="max-w-[46rem] divide-y divide-line border-line border-y">
      <Fact name={t`As of`}>{formatZonedInstant(view.asOf, { timeZone, locale: t.locale })}</Fact>
      {view.frozenAt !== null && (
        <Fact name={t`Frozen as of`}>
          {t`${formatZonedInstant(view.frozenAt, { timeZone, locale: t.locale })}. Later changes are not shown. Each status is as of today.`}
        </Fact>
      )}
      <Fact name={t`Open until`}>{formatZonedInstant(view.openUntil, { timeZone, locale: t.locale })}</Fact>
    </dl>
  )
}

type ItemsProps = { items: ViewItem[]; access: FileAccess; locale: string | null; as: 'h2' | 'h4' }

/** Up to three badges in a row. */
function columnsOf(count: number): string | false {
  return count > 1 && clsx('@2xl:grid-cols-2 print:grid-cols-2', count > 2 && '@5xl:grid-cols-3')
}

function ItemList({ items, access, locale, as }: ItemsProps) {
  return (
    <ul
      aria-label={t`Shared items`}
      className={clsx('share-items grid grid-cols-1 gap-x-6 gap-y-8', columnsOf(items.length))}
    >
      {items.map((item, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing here has an id, and nothing moves
          key={at}
          className={clsx('min-w-0', item.resourceType === 'ceuCycle' ? 'col-span-full' : 'max-w-[34rem]')}
        >
          <ItemView item={item} access={access} locale={locale} as={as} />
        </li>
      ))}
    </ul>
  )
}

function ItemView({ item, ...rest }: Omit<ItemsProps, 'items'> & { item: ViewItem }) {
  if (item.resourceType === 'ceuCycle') return <ShareCycleView cycle={item} {...rest} />
  if (item.resourceType === 'healthRecord') return <SharedHealthCard item={item} {...rest} />
  if (item.resourceType === 'file') return <SingleFileCard item={item} access={rest.access} as={rest.as} />
  return <SharedResourceCard item={item} {...rest} />
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
            {t`Download all as one PDF`}
          </Button>
        )}
        <Button onPress={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          {t`Print`}
        </Button>
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {state.step === 'working' && progressText(state.progress)}
        {state.step === 'saved' && t`Saved.`}
      </p>
      {state.step === 'failed' && <ProblemNote problem={state.problem} />}
    </div>
  )
}

/** `null` while the server creates the file. Then the part that has arrived, from 0 to 1. */
function progressText(progress: number | null): string {
  return progress === null ? t`Creating the PDF…` : t`${Math.round(progress * 100)}% downloaded.`
}
