import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { unattachedFilesQuery } from '#web/files/api.ts'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useHandedFiles } from '#web/files/handed-files.ts'
import { isPicture, type Upload, useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { fileIdsOf, useReceivedMails } from '#web/mail-in/api.ts'
import { savedToast, useIsOffline } from '#web/offline/offline-state.ts'
import { countSharedFiles } from '#web/offline/shared-files.ts'
import { useDocumentReading } from '#web/reading/use-document-reading.ts'
import { useCardRenewal } from '#web/renewals/use-renewal-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

const UploadQueue = lazyPart(() => import('./upload-queue.tsx'), 'UploadQueue', PageSpinner)

const SharedFiles = lazyPart(() => import('./shared-files-view.tsx'), 'SharedFiles', PageSpinner)

const ReceivedMailList = lazyPart(
  () => import('#web/mail-in/received-mail-list.tsx'),
  'ReceivedMailList',
  () => null,
)

const UnattachedFileList = lazyPart(
  () => import('./unattached-file-list.tsx'),
  'UnattachedFileList',
  () => <div className="h-11" />,
)

/** Adds a credential: the document beside the form, both optional until saving. */
export function UploadPage() {
  const navigate = useNavigate()
  const { kind, type, state, code, typed, shared, refused } = useSearch({ strict: false })
  const files = useUploads()
  const renew = useCardRenewal()
  useHandedFiles(files.add)
  const { uploads } = files
  const [isDirty, setDirty] = useState(false)
  const [count, setCount] = useState(0)
  const [hasQueue, setHasQueue] = useState(false)
  if (uploads.length !== count) {
    if (count === 0 && !isDirty && areSeparate(uploads)) setHasQueue(true)
    if (uploads.length === 0) setHasQueue(false)
    setCount(uploads.length)
  }
  const [hasShared, setHasShared] = useHasSharedFiles(shared !== undefined)
  const unattached = useQuery(unattachedFilesQuery)
  const hasUnattached = useHasUnattached(unattached.data)
  const received = useReceivedMails()
  const mails = received.data ?? []
  const isOffline = useIsOffline()
  const read = useDocumentReading(hasQueue ? [] : uploads, 'credential')
  if (hasQueue)
    return (
      <Page title={t`Add a credential`}>
        <UploadQueue files={files} onMerge={() => setHasQueue(false)} />
      </Page>
    )
  if (hasShared && uploads.length === 0 && !isDirty)
    return (
      <Page title={t`Add a credential`}>
        <SharedFiles
          refused={Number(refused) || 0}
          onAdd={files.add}
          onClose={() => {
            setHasShared(false)
            void navigate({ to: '/upload', search: { kind }, replace: true })
          }}
        />
      </Page>
    )
  return (
    <Page title={t`Add a credential`} isDense>
      <CaptureLayout
        files={files}
        highlight={read.highlight}
        isRead={read.isFound}
        aside={
          <>
            {uploads.length > 1 && (
              <p className="flex flex-wrap items-center gap-x-2 text-muted">
                <Trans>
                  All of one credential?
                  <Button tone="quiet" onPress={() => setHasQueue(true)}>
                    No, each is a separate one
                  </Button>
                </Trans>
              </p>
            )}
            {!isOffline && (unattached.isError || received.isError) && (
              <UnloadedFilesNote
                onRetry={() => {
                  if (unattached.isError) void unattached.refetch()
                  if (received.isError) void received.refetch()
                }}
              />
            )}
            {mails.length > 0 && (
              <ReceivedMailList
                mails={mails}
                except={files.ids}
                onUse={(stored) => stored.forEach(files.take)}
              />
            )}
            {hasUnattached && (
              <UnattachedFileList
                except={[...files.ids, ...fileIdsOf(mails)]}
                onUse={(stored) => stored.forEach(files.take)}
              />
            )}
          </>
        }
      >
        <section aria-label={t`Credential details`}>
          <CredentialForm
            kind={kind === 'license' || kind === 'certification' ? kind : undefined}
            asked={{ type, state, code }}
            isTyped={typed !== undefined}
            fileIds={files.ids}
            hasUnsentFiles={files.hasUnsent}
            settleFiles={files.settle}
            read={uploads.length > 0 ? read : undefined}
            renew={renew}
            onDirty={setDirty}
            onSaved={(saved, isRenewed) => {
              if (!isRenewed) showToast(savedToast(saved.id, { title: t`Saved to My Vault` }))
              void navigate({ to: '/credentials/$id', params: { id: saved.id } })
            }}
          />
        </section>
      </CaptureLayout>
    </Page>
  )
}

/** Files that cannot be listed must not look like none. */
function UnloadedFilesNote({ onRetry }: { onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p>{t`A list did not load, so files from your email or from earlier uploads may be missing here.`}</p>
      <Button size="sm" onPress={onRetry}>{t`Try again`}</Button>
    </div>
  )
}

/** Whether an upload was left unfinished when the page was opened or since: the list also says that none is left. */
function useHasUnattached(data: readonly StoredFile[] | undefined): boolean {
  const [has, setHas] = useState(false)
  const isFound = data !== undefined && data.length > 0
  if (isFound && !has) setHas(true)
  return has || isFound
}

/** Whether files that another app shared wait for a choice. `isShared`: the page was opened by sharing some. */
function useHasSharedFiles(isShared: boolean) {
  const [has, setHas] = useState(isShared)
  useEffect(() => {
    void countSharedFiles(new Date()).then(
      (count) => count > 0 && setHas(true),
      () => {},
    )
  }, [])
  return [has, setHas] as const
}

/** Several files at once are several credentials, except two pictures: the front and the back of a card. */
function areSeparate(uploads: readonly Upload[]): boolean {
  return uploads.length > 2 || (uploads.length === 2 && !uploads.every(isPicture))
}
