import { clsx } from 'clsx'
import { type Ref, useState } from 'react'
import { MAX_RESOURCES, type SharedResource } from '#shared/shares/share.ts'
import { StatusShape, statusText } from '#web/credentials/status-badge.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { matches, type ResourceOption } from './resource-options.ts'
import { chosenText } from './share-form-text.ts'
import { useFileOptions } from './use-shared-resources.ts'

/** How many options of each kind are shown before "Show all". */
const SHOWN_FIRST = 6
/** With fewer options, a search field is not worth the space. */
const MIN_SEARCHED = 9

type SharedResourcesFieldProps = {
  options: { credentials: ResourceOption[]; cycles: ResourceOption[] }
  /** Preselected. The other options stay hidden until requested. */
  first: ResourceOption[]
  value: SharedResource[]
  onChange(value: SharedResource[]): void
  errorMessage: string | null
  ref?: Ref<HTMLFieldSetElement>
}

/** Any mix of records and files, shared in the order of selection. */
export function SharedResourcesField(props: SharedResourcesFieldProps) {
  const { options, first, value, onChange, errorMessage, ref } = props
  const [showsAll, setShowsAll] = useState(first.length === 0)
  const [typed, setTyped] = useState('')
  const chosen = new Set(value.map(({ resourceId }) => resourceId))
  const isFull = value.length >= MAX_RESOURCES
  const count = options.credentials.length + options.cycles.length
  const others = (list: ResourceOption[]) =>
    list.filter((one) => !first.some((had) => had.resourceId === one.resourceId))
  const found = (list: ResourceOption[]) =>
    typed.trim() === '' ? list : list.filter((one) => matches(one, typed))

  function toggle({ resourceType, resourceId }: ResourceOption, isSelected: boolean) {
    const without = value.filter((one) => one.resourceId !== resourceId)
    onChange(isSelected ? [...without, { resourceType, resourceId }] : without)
  }
  const group = { chosen, isFull, isSearched: typed.trim() !== '', onToggle: toggle }

  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={errorMessage ? 'resources-error' : undefined}
      className="grid min-w-0 grid-cols-1 gap-4 outline-none"
    >
      <legend className="mb-3">
        <h2 className="text-lg">{t`What to share`}</h2>
      </legend>
      {errorMessage && (
        <p id="resources-error" role="alert" className="font-semibold text-expired text-sm">
          {errorMessage}
        </p>
      )}
      {first.length > 0 && <ResourceList {...group} options={first} />}
      {showsAll && (
        <>
          {count >= MIN_SEARCHED && (
            <TextField
              label={t`Search your vault`}
              type="search"
              value={typed}
              onChange={setTyped}
              placeholder={t`Texas, BLS…`}
            />
          )}
          <ResourceGroup
            {...group}
            title={t`Licenses and certifications`}
            options={found(others(options.credentials))}
          />
          <ResourceGroup {...group} title={t`CE cycles`} options={found(others(options.cycles))} />
          {group.isSearched && found([...options.credentials, ...options.cycles]).length === 0 && (
            <p className="text-muted">{t`No license, certification or cycle matches.`}</p>
          )}
          <FileGroup {...group} first={first} typed={typed} />
        </>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {!showsAll && <Button tone="quiet" onPress={() => setShowsAll(true)}>{t`Add more items`}</Button>}
        <p role="status" className="text-muted text-sm">
          {chosenText(value.length)} {isFull && t`That is the maximum for one link.`}
        </p>
      </div>
    </fieldset>
  )
}

type GroupProps = {
  chosen: ReadonlySet<string>
  isFull: boolean
  isSearched: boolean
  onToggle(option: ResourceOption, isSelected: boolean): void
}

function ResourceGroup({
  title,
  options,
  ...group
}: GroupProps & { title: string; options: ResourceOption[] }) {
  const [isAll, setAll] = useState(false)
  if (options.length === 0) return null
  // Selected options are always shown.
  const shown =
    isAll || group.isSearched
      ? options
      : options.filter((one, index) => index < SHOWN_FIRST || group.chosen.has(one.resourceId))
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold text-muted text-sm">{title}</h3>
      <ResourceList {...group} options={shown} />
      {shown.length < options.length && (
        <Button tone="quiet" onPress={() => setAll(true)} className="w-fit">
          {t`Show all ${options.length}`}
        </Button>
      )}
    </section>
  )
}

function ResourceList({ options, chosen, isFull, onToggle }: GroupProps & { options: ResourceOption[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {options.map((option) => {
        const isChosen = chosen.has(option.resourceId)
        return (
          <li key={option.resourceId} className={clsx('min-w-0 px-2 py-1', isChosen && 'bg-accent-soft')}>
            <Checkbox
              label={<span className="line-clamp-2 [overflow-wrap:anywhere]">{option.title}</span>}
              description={<Detail option={option} />}
              value={isChosen}
              isDisabled={isFull && !isChosen}
              onChange={(isSelected) => onToggle(option, isSelected)}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Detail({ option: { detail, status } }: { option: ResourceOption }) {
  return (
    <span className="flex items-start gap-1.5 pb-1.5">
      {status && (
        <span className="mt-0.5 inline-flex shrink-0">
          <StatusShape status={status} />
        </span>
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {status && `${statusText(status)} · `}
        {detail}
      </span>
    </span>
  )
}

/** Loaded only when opened: there may be thousands of files. */
function FileGroup({ first, typed, ...group }: GroupProps & { first: ResourceOption[]; typed: string }) {
  const [isOpen, setOpen] = useState(false)
  const { files, error, hasMore, isLoadingMore, loadMore, retry } = useFileOptions(isOpen)
  if (!isOpen)
    return (
      <Button
        tone="quiet"
        onPress={() => setOpen(true)}
        className="w-fit"
      >{t`Select individual files`}</Button>
    )
  if (error) return <ProblemNote problem={error} onRetry={retry} />
  if (!files) return <Skeleton className="h-40 w-full" />
  const left = files.filter((one) => !first.some((had) => had.resourceId === one.resourceId))
  const found = typed.trim() === '' ? left : left.filter((one) => matches(one, typed))
  return (
    <div className="grid grid-cols-1 gap-1">
      <ResourceGroup {...group} title={t`Files`} options={found} />
      {found.length === 0 && (
        <p className="text-muted">{left.length === 0 ? t`You have no files yet.` : t`No file matches.`}</p>
      )}
      {hasMore && (
        <Button
          isPending={isLoadingMore}
          onPress={loadMore}
          className="mt-2 w-fit"
        >{t`Show older files`}</Button>
      )}
    </div>
  )
}
