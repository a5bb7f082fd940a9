import { clsx } from 'clsx'
import { type Ref, useState } from 'react'
import { MAX_SHARED, type Shared } from '#shared/shares/share.ts'
import { StatusShape, statusText } from '#web/credentials/status-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { chosenText } from './share-form-text.ts'
import { matches, type Thing, useShareFiles } from './use-shared-resources.ts'

/** So many are shown of each kind before she asks for all. */
const FEW = 6
const SEARCHED_FROM = 9

type ThingsFieldProps = {
  things: { credentials: Thing[]; cycles: Thing[] }
  /** What she came from: at the top, and alone until she asks for more. */
  first: Thing[]
  value: Shared[]
  onChange(value: Shared[]): void
  errorMessage: string | null
  ref?: Ref<HTMLFieldSetElement>
}

/** What a link shows: any mix, in the order in which it was chosen. */
export function ShareThingsField(props: ThingsFieldProps) {
  const { things, first, value, onChange, errorMessage, ref } = props
  const [isWide, setWide] = useState(first.length === 0)
  const [typed, setTyped] = useState('')
  const chosen = new Set(value.map(({ resourceId }) => resourceId))
  const isFull = value.length >= MAX_SHARED
  const count = things.credentials.length + things.cycles.length
  const others = (list: Thing[]) =>
    list.filter((one) => !first.some((had) => had.resourceId === one.resourceId))
  const found = (list: Thing[]) => (typed.trim() === '' ? list : list.filter((one) => matches(one, typed)))

  function toggle({ resourceType, resourceId }: Thing, isSelected: boolean) {
    const without = value.filter((one) => one.resourceId !== resourceId)
    onChange(isSelected ? [...without, { resourceType, resourceId }] : without)
  }
  const group = { chosen, isFull, isSearched: typed.trim() !== '', onToggle: toggle }

  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={errorMessage ? 'things-error' : undefined}
      className="grid min-w-0 grid-cols-1 gap-4 outline-none"
    >
      <legend className="mb-3">
        <h2 className="text-lg">What to show</h2>
      </legend>
      {first.length > 0 && <ThingList {...group} things={first} />}
      {isWide ? (
        <>
          {count >= SEARCHED_FROM && (
            <TextField
              label="Find in your vault"
              type="search"
              value={typed}
              onChange={setTyped}
              placeholder="Texas, BLS…"
            />
          )}
          <ThingGroup
            {...group}
            title="Licenses and certifications"
            things={found(others(things.credentials))}
          />
          <ThingGroup {...group} title="CE cycles" things={found(others(things.cycles))} />
          {group.isSearched && found([...things.credentials, ...things.cycles]).length === 0 && (
            <p className="text-muted">No license, certification or cycle has these words.</p>
          )}
          <FileGroup {...group} first={first} typed={typed} />
        </>
      ) : (
        <Button tone="quiet" onPress={() => setWide(true)} className="-ml-4 w-fit">
          Add something else
        </Button>
      )}
      <div>
        <p role="status" className="text-muted text-sm">
          {chosenText(value.length)}
          {isFull && ` That is the most that fits into one link.`}
        </p>
        {errorMessage && (
          <p id="things-error" role="alert" className="font-semibold text-expired text-sm">
            {errorMessage}
          </p>
        )}
      </div>
    </fieldset>
  )
}

type GroupProps = {
  chosen: ReadonlySet<string>
  isFull: boolean
  isSearched: boolean
  onToggle(thing: Thing, isSelected: boolean): void
}

function ThingGroup({ title, things, ...group }: GroupProps & { title: string; things: Thing[] }) {
  const [isAll, setAll] = useState(false)
  if (things.length === 0) return null
  // What was chosen stays in sight wherever it stands in the list.
  const shown =
    isAll || group.isSearched
      ? things
      : things.filter((one, index) => index < FEW || group.chosen.has(one.resourceId))
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold text-muted text-sm">{title}</h3>
      <ThingList {...group} things={shown} />
      {shown.length < things.length && (
        <Button tone="quiet" onPress={() => setAll(true)} className="-ml-4 w-fit">
          {`Show all ${things.length}`}
        </Button>
      )}
    </section>
  )
}

function ThingList({ things, chosen, isFull, onToggle }: GroupProps & { things: Thing[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {things.map((thing) => {
        const isChosen = chosen.has(thing.resourceId)
        return (
          <li key={thing.resourceId} className={clsx('min-w-0 px-2 py-1', isChosen && 'bg-accent-soft')}>
            <Checkbox
              label={<span className="line-clamp-2 [overflow-wrap:anywhere]">{thing.title}</span>}
              description={<Detail thing={thing} />}
              isSelected={isChosen}
              isDisabled={isFull && !isChosen}
              onChange={(isSelected) => onToggle(thing, isSelected)}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Detail({ thing: { detail, status } }: { thing: Thing }) {
  return (
    <span className="flex items-start gap-1.5 pb-1.5">
      {status && (
        <span className="mt-0.5 inline-flex shrink-0">
          <StatusShape status={status} />
        </span>
      )}
      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
        {status && `${statusText(status)} · `}
        {detail}
      </span>
    </span>
  )
}

/** Asked for only when she opens it: there may be thousands. */
function FileGroup({ first, typed, ...group }: GroupProps & { first: Thing[]; typed: string }) {
  const [isOpen, setOpen] = useState(false)
  const { files, error, hasMore, isLoadingMore, loadMore, retry } = useShareFiles(isOpen)
  if (!isOpen)
    return (
      <Button tone="quiet" onPress={() => setOpen(true)} className="-ml-4 w-fit">
        Choose single files
      </Button>
    )
  if (error) return <ProblemNote problem={error} onRetry={retry} />
  if (!files) return <Skeleton className="h-40 w-full" />
  const left = files.filter((one) => !first.some((had) => had.resourceId === one.resourceId))
  const found = typed.trim() === '' ? left : left.filter((one) => matches(one, typed))
  return (
    <div className="grid grid-cols-1 gap-1">
      <ThingGroup {...group} title="Files" things={found} />
      {found.length === 0 && (
        <p className="text-muted">
          {left.length === 0 ? 'No file is stored yet.' : 'No file has these words in its name.'}
        </p>
      )}
      {hasMore && (
        <Button isPending={isLoadingMore} onPress={loadMore} className="mt-2 w-fit">
          Look at older files too
        </Button>
      )}
    </div>
  )
}
