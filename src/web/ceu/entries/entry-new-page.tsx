import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useCallback, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { useCycles } from '#web/ceu/api.ts'
import { BackToCycleLink, NoCyclesView } from '#web/ceu/cycle-link.tsx'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useHandedFiles } from '#web/files/handed-files.ts'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { savedToast } from '#web/offline/offline-state.ts'
import { type DocumentReading, useCourseReading } from '#web/reading/use-document-reading.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { PageSpinner, Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { EntryForm } from './entry-form.tsx'
import { dayOf, movedText, titleOf } from './entry-form-text.ts'
import { containsDay, type EntryValues } from './entry-values.ts'
import { UnattachedCertificates } from './unattached-certificates-view.tsx'
import type { SavedEntry } from './use-entry-save.ts'
import { type CourseDraft, useTranscript } from './use-transcript.ts'

const EntryDraftList = lazyPart(() => import('./entry-draft-list.tsx'), 'EntryDraftList', PageSpinner)
const TranscriptCourses = lazyPart(() => import('./transcript-courses-view.tsx'), 'TranscriptCourses')

const route = getRouteApi('/credentials/entries/new')

export function EntryNewPage() {
  const { cycleId, topic } = route.useSearch()
  const { data, error, refetch } = useCycles()
  const cycle = data?.items.find(({ id }) => id === cycleId)
  return (
    <Page title={t`Log a course`} eyebrow={<BackToCycleLink cycle={cycle} />}>
      {!data && !error && <FormSkeleton />}
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <NoCyclesView />}
      {data && data.items.length > 0 && <NewEntries cycles={data.items} cycle={cycle} topic={topic} />}
    </Page>
  )
}

/** As tall as the form, to avoid a layout shift. */
function FormSkeleton() {
  return (
    <div aria-hidden className="grid items-start gap-6 lg:grid-cols-2 lg:gap-x-10">
      <Skeleton className="h-36 w-full rounded-card lg:h-80" />
      <Skeleton className="h-screen w-full" />
    </div>
  )
}

type NewEntriesProps = { cycles: CeuCycle[]; cycle: CeuCycle | undefined; topic: string | undefined }

/** One entry after another. "Save and log another" carries over the provider and the date. */
function NewEntries({ cycles, cycle, topic }: NewEntriesProps) {
  const today = useToday()
  const navigate = useNavigate()
  const [round, setRound] = useState<{ key: number; start: Partial<EntryValues> }>(() => ({
    key: 0,
    // If a cycle has ended or not begun, today is an unlikely date.
    start: {
      cycleId: cycle?.id ?? null,
      completedAt: !cycle || containsDay(cycle, today) ? today : null,
      topicTags: topic === undefined ? [] : [topic],
    },
  }))
  function finish(saved: SavedEntry[]) {
    const last = saved.at(-1)
    if (!last) return
    const entries = saved.map(({ entry }) => entry)
    showToast(
      savedToast(last.entry.id, {
        title: saved.length === 1 ? t`Logged` : t`${saved.length} courses logged`,
        description: movedText(entries, last.cycles),
      }),
    )
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

type NewEntryProps = { start: Partial<EntryValues>; cycles: CeuCycle[]; onFinish(saved: SavedEntry[]): void }

/** One form, or a draft for each of several certificates. */
function NewEntry({ start, cycles, onFinish }: NewEntryProps) {
  const today = useToday()
  const files = useUploads()
  useHandedFiles(files.add)
  const [isDirty, setDirty] = useState(false)
  const [count, setCount] = useState(0)
  const [hasDrafts, setHasDrafts] = useState(false)
  const transcript = useTranscript(files, !hasDrafts, onFinish)
  const { uploads } = files
  if (uploads.length !== count) {
    if (count === 0 && uploads.length > 1 && !transcript.isDirty) setHasDrafts(true)
    if (uploads.length === 0) setHasDrafts(false)
    setCount(uploads.length)
  }
  const [first] = uploads
  const { read, highlight, courses, current } = transcript
  // The name of a transcript describes the list, not a course.
  const named =
    first && courses.length === 0 ? { title: titleOf(first.name), completedAt: dayOf(first.name, today) } : {}
  return (
    <>
      {hasDrafts ? (
        <EntryDraftList
          {...{ files, cycles, start, onDirty: setDirty, onFinish }}
          onMerge={() => setHasDrafts(false)}
        />
      ) : (
        <CaptureLayout
          files={files}
          highlight={highlight}
          isRead={read.isFound}
          aside={
            <>
              {uploads.length === 0 && (
                <UnattachedCertificates onUse={(stored) => stored.forEach(files.take)} />
              )}
              {uploads.length > 1 && (
                <p className="flex flex-wrap items-center gap-x-2 text-muted">
                  {t`Pages of one certificate?`}
                  <Button
                    tone="quiet"
                    onPress={() => setHasDrafts(true)}
                  >{t`No, each is a separate course`}</Button>
                </p>
              )}
            </>
          }
        >
          {courses.length > 0 && (
            <TranscriptCourses
              {...{ courses, current }}
              logged={transcript.logged}
              onChoose={transcript.choose}
              onFinish={transcript.finish}
            />
          )}
          {transcript.drafts.map((draft) => (
            <div key={draft.id} hidden={!draft.isOpen}>
              <CourseForm
                draft={draft}
                cycles={cycles}
                start={draft.course === null ? start : { ...start, completedAt: null }}
                files={transcript.files}
                named={named}
                read={read}
                hasFile={first !== undefined}
                onDirty={transcript.reportDirty}
                onSaved={transcript.addSaved}
                canLogAnother={courses.length === 0}
              />
            </div>
          ))}
        </CaptureLayout>
      )}
      <UnsavedChangesGuard isDirty={hasDrafts ? isDirty : transcript.isDirty} />
    </>
  )
}

type CourseFormProps = Omit<ComponentProps<typeof EntryForm>, 'read' | 'onDirty'> & {
  draft: CourseDraft
  read: DocumentReading
  hasFile: boolean
  onDirty(id: number, isDirty: boolean): void
}

/** The form of one course, with the values read for it. */
function CourseForm({ draft: { id, course }, read, hasFile, onDirty, ...form }: CourseFormProps) {
  const own = useCourseReading(read, course)
  const reportDirty = useCallback((isDirty: boolean) => onDirty(id, isDirty), [onDirty, id])
  return <EntryForm {...form} read={hasFile ? own : undefined} onDirty={reportDirty} />
}
