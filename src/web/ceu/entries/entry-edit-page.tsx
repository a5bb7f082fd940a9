import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { retentionOf } from '#shared/retention/proof-retention.ts'
import { entryQuery, entryRemoval, useCycles } from '#web/ceu/api.ts'
import { BackToCycleLink } from '#web/ceu/cycle-link.tsx'
import { shortName } from '#web/ceu/cycle-text.ts'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { type Uploads, useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { savedToast } from '#web/offline/offline-state.ts'
import { asksToKeep, KeepProofDialog } from '#web/retention/keep-proof-dialog.tsx'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useLinkedField } from '#web/ui/focus.ts'
import { LoadedPage } from '#web/ui/loaded-page.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { useRemoval } from '#web/ui/use-removal.ts'
import { EntryForm } from './entry-form.tsx'
import { movedText } from './entry-form-text.ts'
import type { SavedEntry } from './use-entry-save.ts'

const route = getRouteApi('/credentials/entries/$entryId')

export function EntryEditPage() {
  const { entryId } = route.useParams()
  const entry = useQuery(entryQuery(entryId))
  const cycles = useCycles()
  return (
    <LoadedPage
      query={{
        data: entry.data,
        error: entry.error ?? cycles.error,
        isPending: entry.isPending || cycles.isPending,
        refetch: () => Promise.all([entry.refetch(), cycles.refetch()]),
      }}
      titles={{
        refused: t`This course belongs to someone else`,
        failed: t`This course could not be loaded`,
        missing: t`Course not found`,
      }}
      eyebrow={<BackToCycleLink cycle={undefined} />}
    >
      {(found) => <EntryEdit key={entryId} entry={found} cycles={cycles.data?.items ?? []} />}
    </LoadedPage>
  )
}

function EntryEdit({ entry, cycles }: { entry: CeuEntry; cycles: CeuCycle[] }) {
  const navigate = useNavigate()
  const { cycleId } = route.useSearch()
  useLinkedField()
  // The entry from when the page opened: a refetch must not change the form while someone types.
  const [initial] = useState(entry)
  const files = useUploads(initial.fileIds)
  const keep = useKeptProof(initial, cycles, files)
  const cycle = cycles.find(({ id }) => id === cycleId) ?? cycles.find(({ id }) => id === initial.cycleId)
  function goBack(saved?: SavedEntry) {
    const isThere = saved === undefined || saved.entry.counts.some((one) => one.cycleId === cycle?.id)
    const to = isThere ? cycle?.id : saved.entry.cycleId
    if (to) void navigate({ to: '/credentials/cycles/$cycleId', params: { cycleId: to }, replace: true })
    else void navigate({ to: '/credentials', search: { tab: 'ce' }, replace: true })
  }
  const removal = useRemoval(entryRemoval, goBack)
  if (removal.isRemoved) return <PageSpinner />
  return (
    <Page
      title={t`Edit ${initial.title}`}
      heading={initial.title}
      eyebrow={<BackToCycleLink cycle={cycle} />}
      actions={
        <Button
          tone="quiet"
          isPending={removal.isPending}
          onPress={() => keep.ask('entry', () => removal.remove(initial))}
        >
          <Trash2 aria-hidden className="size-4" />
          {t`Delete`}
        </Button>
      }
    >
      <CaptureLayout files={keep.files} isRead>
        <EntryForm
          initial={initial}
          cycles={cycles}
          files={files}
          onSaved={(saved) => {
            showToast(
              savedToast(saved.entry.id, {
                title: t`Saved`,
                description: movedText([saved.entry], saved.cycles),
              }),
            )
            goBack(saved)
          }}
        />
      </CaptureLayout>
      <KeepProofDialog {...keep.dialog} />
    </Page>
  )
}

type Question = { what: 'entry' | 'file'; onConfirm(): void }

/** Asks before deleting an entry, or one of its documents, that a board may still want to see. */
function useKeptProof(entry: CeuEntry, cycles: readonly CeuCycle[], files: Uploads) {
  const today = useToday()
  const [question, setQuestion] = useState<Question | null>(null)
  const own = cycles.filter(({ id }) => entry.counts.some(({ cycleId }) => cycleId === id))
  const retention = retentionOf(entry.completedAt, own)
  const isKept = asksToKeep(retention, entry.fileIds.length, today)
  function ask(what: Question['what'], onConfirm: () => void) {
    if (isKept) setQuestion({ what, onConfirm })
    else onConfirm()
  }
  const removeFile: Uploads['remove'] = (upload) => {
    if (entry.fileIds.includes(upload.key)) ask('file', () => files.remove(upload))
    else files.remove(upload)
  }
  const title = shortName(entry.title)
  return {
    ask,
    files: { ...files, remove: removeFile },
    dialog: {
      title: question?.what === 'file' ? t`Remove a document of “${title}”?` : t`Delete “${title}”?`,
      confirmLabel: question?.what === 'file' ? t`Remove` : t`Delete`,
      retention,
      isOpen: question !== null,
      onClose: () => setQuestion(null),
      onConfirm: () => question?.onConfirm(),
    },
  }
}
