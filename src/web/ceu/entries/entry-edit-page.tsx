import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { entryQuery } from '#web/ceu/api.ts'
import { BackLink } from '#web/ceu/back-to-cycle-view.tsx'
import { useRemoveCycleEntry } from '#web/ceu/use-ceu-changes.ts'
import { useCycles } from '#web/ceu/use-cycles.ts'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { FilePicker } from '#web/files/file-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { filesOf, useSentAtOnce } from './entry-certificate-field.tsx'
import { EntryForm } from './entry-form.tsx'
import { movedText } from './entry-form-text.ts'
import type { Saved } from './use-entry-save.ts'

const route = getRouteApi('/credentials/entries/$entryId')

export function EntryEditPage() {
  const { entryId } = route.useParams()
  const entry = useQuery({ ...entryQuery(entryId), staleTime: 0 })
  const cycles = useCycles()
  const error = entry.error ?? cycles.error
  if (error) {
    const isRefusal = toProblem(error).status === 403
    const retry = () => {
      void entry.refetch()
      void cycles.refetch()
    }
    return (
      <Page
        title={isRefusal ? 'This course is not yours' : 'This course did not load'}
        eyebrow={<BackLink cycle={undefined} />}
      >
        <ProblemNote problem={error} {...(isRefusal ? {} : { onRetry: retry })} />
      </Page>
    )
  }
  if (entry.isPending || !cycles.data) return <PageSpinner />
  if (!entry.data)
    return (
      <Page title="This course is not in your vault" eyebrow={<BackLink cycle={undefined} />}>
        <p className="max-w-[60ch] text-lg text-muted">
          It was deleted, or the link to it is not complete. Everything else is where it was.
        </p>
      </Page>
    )
  return <EntryEdit key={entryId} entry={entry.data} cycles={cycles.data.items} />
}

function EntryEdit({ entry, cycles }: { entry: CeuEntry; cycles: CeuCycle[] }) {
  const navigate = useNavigate()
  const { cycleId } = route.useSearch()
  // As it was when she opened it: an answer that comes while she types changes nothing under her hands.
  const [initial] = useState(entry)
  const [kept, setKept] = useState(initial.fileIds)
  const added = useSentAtOnce()
  const removal = useRemoveCycleEntry()
  const [isRemoved, setRemoved] = useState(false)
  const cycle = cycles.find(({ id }) => id === cycleId) ?? cycles.find(({ id }) => id === initial.cycleId)
  function goBack(saved?: Saved) {
    const isThere = saved === undefined || saved.entry.counts.some((one) => one.cycleId === cycle?.id)
    const to = isThere ? cycle?.id : saved.entry.cycleId
    if (to) void navigate({ to: '/credentials/cycles/$cycleId', params: { cycleId: to }, replace: true })
    else void navigate({ to: '/credentials', search: { tab: 'ce' }, replace: true })
  }
  if (isRemoved) return <PageSpinner />
  return (
    <Page
      title={`Edit ${initial.title}`}
      heading={initial.title}
      width="form"
      eyebrow={<BackLink cycle={cycle} />}
      actions={
        <Button
          tone="quiet"
          isPending={removal.isPending}
          onPress={() =>
            removal.mutate(initial, {
              onSuccess: () => {
                // The form goes first: nobody asks about what was not saved of a deleted course.
                setRemoved(true)
                setTimeout(goBack)
              },
            })
          }
        >
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      }
    >
      <EntryForm
        initial={initial}
        cycles={cycles}
        files={filesOf(added, kept)}
        onSaved={(saved) => {
          showToast({ title: 'Saved', description: movedText([saved.entry], saved.cycles) })
          goBack(saved)
        }}
      >
        <Certificates {...{ kept, setKept, all: initial.fileIds }}>
          <FilePicker files={added} others={kept.length} />
        </Certificates>
      </EntryForm>
    </Page>
  )
}

type CertificatesProps = {
  kept: string[]
  setKept(ids: string[]): void
  all: string[]
  children: ReactNode
}

function Certificates({ kept, setKept, all, children }: CertificatesProps) {
  const section = useRef<HTMLElement>(null)
  /** What was pressed goes with the change; the focus stays with the certificates. */
  const keep = (ids: string[]) => {
    section.current?.focus({ preventScroll: true })
    setKept(ids)
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="certificate-title"
      className="grid grid-cols-1 gap-4 outline-none"
    >
      <h2 id="certificate-title" className="text-lg">
        Certificate
      </h2>
      <AttachmentList
        fileIds={kept}
        renderAction={(file) => (
          <Button
            tone="quiet"
            aria-label={`Take off ${file.name}`}
            onPress={() => keep(kept.filter((id) => id !== file.id))}
          >
            Take off
          </Button>
        )}
      />
      {kept.length < all.length && (
        <p role="status" className="text-muted">
          Taken off when you save; the file itself stays stored.{' '}
          <button
            type="button"
            onClick={() => keep(all)}
            className="cursor-pointer font-semibold text-accent underline"
          >
            Put back
          </button>
        </p>
      )}
      {children}
    </section>
  )
}
