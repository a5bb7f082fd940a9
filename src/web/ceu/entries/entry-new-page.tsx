import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { BackLink } from '#web/ceu/back-to-cycle-view.tsx'
import { useCycles } from '#web/ceu/use-cycles.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { CertificateField, filesOf, StoredEarlier, useSentAtOnce } from './entry-certificate-field.tsx'
import { NoCycleView } from './entry-cycles-field.tsx'
import { DraftList } from './entry-draft-list.tsx'
import { EntryForm } from './entry-form.tsx'
import { dayOf, movedText, titleOf } from './entry-form-text.ts'
import { containsDay, type EntryValues } from './use-entry-form.ts'
import type { Saved } from './use-entry-save.ts'

const route = getRouteApi('/credentials/entries/new')

export function EntryNewPage() {
  const { cycleId } = route.useSearch()
  const { data, error, refetch } = useCycles()
  const cycle = data?.items.find(({ id }) => id === cycleId)
  return (
    <Page title="Log a course" width="form" eyebrow={<BackLink cycle={cycle} />}>
      {!data && !error && <FormSkeleton />}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <NoCycleView />}
      {data && data.items.length > 0 && <NewEntries cycles={data.items} cycle={cycle} />}
    </Page>
  )
}

/** As tall as the form, so that nothing jumps when it comes. */
function FormSkeleton() {
  return (
    <div aria-hidden className="grid gap-6">
      <Skeleton className="h-36 w-full rounded-card" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-screen w-full" />
    </div>
  )
}

type NewProps = { cycles: CeuCycle[]; cycle: CeuCycle | undefined }

/** One after the other: each begins with what the last one and it have in common. */
function NewEntries({ cycles, cycle }: NewProps) {
  const today = useToday()
  const navigate = useNavigate()
  const [round, setRound] = useState<{ key: number; start: Partial<EntryValues> }>(() => ({
    key: 0,
    // A course for a cycle that is over, or has not begun, was hardly taken today.
    start: { cycleId: cycle?.id ?? null, completedAt: !cycle || containsDay(cycle, today) ? today : null },
  }))
  function finish(saved: Saved[]) {
    const last = saved.at(-1)
    if (!last) return
    const entries = saved.map(({ entry }) => entry)
    showToast({
      title: saved.length === 1 ? 'Logged' : `${saved.length} courses logged`,
      description: movedText(entries, last.cycles),
    })
    const { provider, approvedBy, providerNumber, completedAt } = last.entry
    if (last.isNext) {
      const { cycleId } = round.start
      const start = { cycleId: cycleId ?? null, provider, approvedBy, providerNumber, completedAt }
      setRound({ key: round.key + 1, start })
      window.scrollTo({ top: 0 })
      document.getElementById('main')?.focus({ preventScroll: true })
    } else {
      const counted = last.entry.counts.some(({ cycleId }) => cycleId === cycle?.id)
      const cycleId = cycle && counted ? cycle.id : last.entry.cycleId
      void navigate({ to: '/credentials/cycles/$cycleId', params: { cycleId }, replace: true })
    }
  }
  return <NewEntry key={round.key} start={round.start} cycles={cycles} onFinish={finish} />
}

type OneProps = { start: Partial<EntryValues>; cycles: CeuCycle[]; onFinish(saved: Saved[]): void }

/** One certificate, or several at once, each of which becomes a draft. */
function NewEntry({ start, cycles, onFinish }: OneProps) {
  const today = useToday()
  const files = useSentAtOnce()
  const [isDirty, setDirty] = useState(false)
  const [count, setCount] = useState(0)
  const [areSeveral, setSeveral] = useState(false)
  const { uploads } = files
  if (uploads.length !== count) {
    if (count === 0 && uploads.length > 1 && !isDirty) setSeveral(true)
    if (uploads.length === 0) setSeveral(false)
    setCount(uploads.length)
  }
  const [first] = uploads
  return (
    <>
      {areSeveral ? (
        <DraftList
          {...{ files, cycles, start, onDirty: setDirty, onFinish }}
          onTogether={() => setSeveral(false)}
        />
      ) : (
        <EntryForm
          cycles={cycles}
          start={start}
          files={filesOf(files)}
          common={first ? { title: titleOf(first.name), completedAt: dayOf(first.name, today) } : {}}
          onDirty={setDirty}
          onSaved={(saved) => onFinish([saved])}
          canLogAnother
        >
          <div className="grid grid-cols-1 gap-4">
            <CertificateField files={files} />
            {uploads.length === 0 && <StoredEarlier onUse={(stored) => stored.forEach(files.take)} />}
            {uploads.length > 1 && (
              <p className="flex flex-wrap items-center gap-x-2 text-muted">
                All of one course?
                <Button tone="quiet" onPress={() => setSeveral(true)}>
                  No, each is a course of its own
                </Button>
              </p>
            )}
          </div>
        </EntryForm>
      )}
      <UnsavedChangesGuard isDirty={isDirty} />
    </>
  )
}
