import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { retentionOf } from '#shared/retention/proof-retention.ts'
import { shortName } from '#web/ceu/cycle-text.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { asksToKeep } from '#web/retention/keep-proof-dialog.tsx'
import { useToday } from '#web/session/use-today.ts'

type Question = { what: 'entry' | 'file'; onConfirm(): void }

/** Asks before deleting an entry, or one of its documents, that a board may still want to see. */
export function useKeptProof(entry: CeuEntry, cycles: readonly CeuCycle[], files: Uploads) {
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
      onOpenChange: (isOpen: boolean) => !isOpen && setQuestion(null),
      onConfirm: () => question?.onConfirm(),
    },
  }
}
