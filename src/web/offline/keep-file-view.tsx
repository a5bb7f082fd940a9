import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, HardDriveDownload } from 'lucide-react'
import { useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { isFull } from './database.ts'
import { findDevice } from './device.ts'
import { findKeptFile, keepFile, removeKeptFile } from './kept-files.ts'
import { deviceName, useOfflineState } from './offline-state.ts'
import { keepLoadedProgram } from './service-worker.ts'

export const keptFilesKey = ['offline', 'files'] as const

type KeepFileProps = {
  file: StoredFile
  /** The URL of the content to keep: a PDF unchanged, a picture as its preview. */
  source: string
  /** Loads what the document needs to be shown. */
  onKept?: ((bytes: Blob) => Promise<void>) | undefined
}

/** Keeps a document on this device, or removes it from there. */
export function KeepFile({ file, source, onKept }: KeepFileProps) {
  const { isOffline, isLocked } = useOfflineState()
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const { data: isKept } = useQuery({
    queryKey: [...keptFilesKey, file.id],
    queryFn: async () => {
      const device = await findDevice(new Date())
      return device !== null && (await findKeptFile(device, file.id)) !== null
    },
    enabled: !isLocked,
    staleTime: 0,
  })
  async function toggle() {
    setPending(true)
    await (isKept ? remove(file) : keep({ file, source, onKept })).catch(showFailure)
    setPending(false)
    await client.invalidateQueries({ queryKey: keptFilesKey })
  }
  return (
    <Button
      tone="quiet"
      size="sm"
      isPending={isPending}
      isDisabled={isKept === undefined || (isOffline && !isKept)}
      onPress={() => void toggle()}
    >
      {isKept ? (
        <Check aria-hidden className="size-4" />
      ) : (
        <HardDriveDownload aria-hidden className="size-4" />
      )}
      {isKept ? t`On this ${deviceName()}. Remove` : t`Keep on this ${deviceName()}`}
    </Button>
  )
}

async function remove(file: StoredFile): Promise<void> {
  const device = await findDevice(new Date())
  if (device) await removeKeptFile(device, file.id)
}

async function keep({ file, source, onKept }: KeepFileProps): Promise<void> {
  const device = await findDevice(new Date())
  if (!device) return
  const response = await fetch(source, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`${source} answered ${response.status}`)
  const bytes = await response.blob()
  await keepFile(device, file, bytes)
  await keepLoadedProgram()
  await onKept?.(bytes)
}

function showFailure(error: unknown): void {
  const description = isFull(error)
    ? t`This ${deviceName()} has no room for it. Nothing else changed.`
    : t`It could not be loaded. Try again with a connection.`
  showToast({ title: t`Not kept`, description, tone: 'destructive' })
}
