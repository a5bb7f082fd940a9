import { useNavigate } from '@tanstack/react-router'
import { FileText, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { sharing } from '#shared/offline/shared-files.ts'
import { handFiles } from '#web/files/handed-files.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'
import { listSharedFiles, removeSharedFiles, type SharedFile } from '#web/offline/shared-files.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'

type SharedFilesProps = {
  /** Files of this share that were not kept. */
  refused: number
  onAdd(files: File[]): void
  /** No file is left to decide about. */
  onClose(): void
}

/** What another app shared with Lanyard. Nothing is uploaded before the owner chooses. */
export function SharedFiles({ refused, onAdd, onClose }: SharedFilesProps) {
  const navigate = useNavigate()
  const [files, setFiles] = useState<readonly SharedFile[] | null>(null)
  useEffect(() => {
    void listSharedFiles(new Date()).then(setFiles, () => setFiles([]))
  }, [])
  useEffect(() => {
    if (files?.length === 0 && refused === 0) onClose()
  }, [files, refused, onClose])
  if (!files) return <Skeleton className="h-40 w-full max-w-[620px] rounded-card" />

  async function take(taken: readonly SharedFile[], use: (files: File[]) => void) {
    use(taken.map(({ file }) => file))
    await removeSharedFiles(taken.map(({ key }) => key))
  }
  async function remove(one: SharedFile) {
    await removeSharedFiles([one.key])
    setFiles((before) => before?.filter(({ key }) => key !== one.key) ?? null)
  }
  const logAsCourse = (one: SharedFile) =>
    void take([one], (taken) => {
      handFiles(taken)
      void navigate({ to: '/credentials/entries/new' })
    })
  return (
    <section aria-labelledby="shared-title" className="grid max-w-[620px] grid-cols-1 gap-4">
      <h2 id="shared-title" className="text-lg">
        {files.length === 0
          ? t`Nothing was added`
          : t`You shared ${plural(files.length, { one: '# file', other: '# files' })} with Lanyard`}
      </h2>
      {refused > 0 && (
        <p role="alert" className="font-semibold text-expired">
          {t`${plural(refused, { one: '# file was left out.', other: '# files were left out.' })} Lanyard takes PDF, JPEG, PNG, WebP and HEIC files of up to 25 MB, and ${sharing.maxFiles} files at a time.`}
        </p>
      )}
      {files.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {files.map((one) => (
            <li key={one.key} className="flex flex-wrap items-center gap-x-2 py-2">
              <FileText aria-hidden className="size-6 shrink-0 text-muted" />
              <span className="min-w-0 flex-[1_1_10rem]">
                <span className="block truncate font-semibold" title={one.file.name}>
                  {one.file.name}
                </span>
                <span className="block text-muted text-sm">{formatBytes(one.file.size)}</span>
              </span>
              <span className="ml-auto flex items-center">
                <Button
                  tone="quiet"
                  aria-label={t`Log ${one.file.name} as a course`}
                  onPress={() => logAsCourse(one)}
                >{t`Log as a course`}</Button>
                <IconButton
                  label={t`Delete ${one.file.name}`}
                  icon={Trash2}
                  onPress={() => void remove(one)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 ? (
        <Button
          tone="primary"
          className="sm:w-fit"
          onPress={() =>
            void take(files, (taken) => {
              onAdd(taken)
              onClose()
            })
          }
        >
          {files.length === 1 ? t`Add as a credential` : t`Add as credentials`}
        </Button>
      ) : (
        <Button tone="primary" className="sm:w-fit" onPress={onClose}>{t`Choose another file`}</Button>
      )}
    </section>
  )
}
