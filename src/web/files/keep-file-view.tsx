import type { File as StoredFile } from '#shared/files/file.ts'
import { useOfflineState } from '#web/offline/offline-state.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { contentUrl, previewUrl } from './api.ts'
import { isPdf } from './use-uploads.ts'

const KeepFile = lazyPart(() => import('#web/offline/keep-file-view.tsx'), 'KeepFile')

/** Where this device keeps the vault, each document can be kept too: a PDF as it is, a picture as it is shown. */
export function KeepFileView({ file }: { file: StoredFile }) {
  const { isKept } = useOfflineState()
  if (!isKept) return null
  return (
    <div className="min-h-9">
      <KeepFile file={file} source={isPdf(file) ? contentUrl(file.id) : previewUrl(file.id, 1600)} />
    </div>
  )
}
