import { lazy, Suspense } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { useOfflineState } from '#web/offline/offline-state.ts'
import { contentUrl, previewUrl } from './api.ts'
import { isPdf } from './use-uploads.ts'

const KeepFile = lazy(() =>
  import('#web/offline/keep-file-view.tsx').then((module) => ({ default: module.KeepFile })),
)

/** Where this device keeps the vault, each document can be kept too: a PDF as it is, a picture as it is shown. */
export function KeepFileView({ file }: { file: StoredFile }) {
  const { isKept } = useOfflineState()
  if (!isKept) return null
  return (
    <div className="min-h-9">
      <Suspense fallback={null}>
        <KeepFile file={file} source={isPdf(file) ? contentUrl(file.id) : previewUrl(file.id, 1600)} />
      </Suspense>
    </div>
  )
}
