import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MAX_FILES_PER_RECORD, type File as StoredFile } from '#shared/files/file.ts'
import { unattachedFilesQuery } from '#web/files/api.ts'
import { FilePicker } from '#web/files/file-picker.tsx'
import { type Uploads, useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import type { Files } from './use-entry-save.ts'

/** Sends each file as soon as it is chosen; one whose sending she stopped waits for her. */
export function useSentAtOnce(): Uploads {
  const files = useUploads()
  const seen = useRef(new Set<string>())
  const { uploads, sendAll } = files
  useEffect(() => {
    const fresh = uploads.filter(({ key, state }) => state === 'ready' && !seen.current.has(key))
    for (const { key } of fresh) seen.current.add(key)
    if (fresh.length > 0) void sendAll()
  })
  return files
}

export function filesOf(uploads: Uploads, kept: string[] = []): Files {
  return {
    ids: [...kept, ...uploads.ids],
    hasUnsent: uploads.waiting > 0 || uploads.isSending,
    settle: async () => [...kept, ...(await uploads.settle())],
  }
}

export function CertificateField({ files, others = 0 }: { files: Uploads; others?: number }) {
  return (
    <section aria-labelledby="certificate-title" className="grid grid-cols-1 gap-2">
      <h2 id="certificate-title" className="text-lg">
        Photograph, choose or drop the certificate
      </h2>
      <FilePicker files={files} others={others} />
    </section>
  )
}

/** Certificates of an earlier time that are on no record yet: nothing is lost when drafts are left half-way. */
export function StoredEarlier({ onUse }: { onUse(files: StoredFile[]): void }) {
  const { data } = useQuery({ ...unattachedFilesQuery, staleTime: 0 })
  const files = data?.items ?? []
  const shown = files.slice(0, MAX_FILES_PER_RECORD)
  if (files.length === 0) return null
  return (
    <details className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        {`Stored earlier, on no course yet: ${files.length}`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {shown.map((file) => (
          <li key={file.id} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            <Button aria-label={`Use it: ${file.name}`} onPress={() => onUse([file])}>
              Use it
            </Button>
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <Button tone="quiet" onPress={() => onUse(shown)} className="my-2 -ml-4">
          {`Use all ${shown.length}, a draft for each`}
        </Button>
      )}
    </details>
  )
}
