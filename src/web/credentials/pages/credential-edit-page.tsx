import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { credentialQuery } from '#web/credentials/api.ts'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { FilePicker } from '#web/files/file-picker.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { CredentialLoadError, CredentialNotFound } from './credential-page.tsx'

const route = getRouteApi('/credentials/$id/edit')

export function CredentialEditPage() {
  const { id } = route.useParams()
  const { data: credential, error, isPending, refetch } = useQuery(credentialQuery(id))
  if (error) return <CredentialLoadError error={error} onRetry={() => void refetch()} />
  if (isPending) return <PageSpinner />
  return credential ? <CredentialEdit credential={credential} /> : <CredentialNotFound />
}

function CredentialEdit({ credential }: { credential: Credential }) {
  const navigate = useNavigate()
  const [kept, setKept] = useState(credential.fileIds)
  const added = useUploads()
  const documents = useRef<HTMLElement>(null)
  const title = credentialTitle(credential)
  /** The pressed button disappears, so the focus moves to the documents. */
  const keep = (ids: string[]) => {
    documents.current?.focus({ preventScroll: true })
    setKept(ids)
  }
  return (
    <Page
      title={`Edit ${title}`}
      eyebrow={
        <Link to="/credentials/$id" params={{ id: credential.id }} className="underline">
          Back to {title}
        </Link>
      }
      width="form"
    >
      <CredentialForm
        initial={credential}
        fileIds={[...kept, ...added.ids]}
        hasUnsentFiles={added.waiting > 0 || added.isSending}
        settleFiles={async () => [...kept, ...(await added.settle())]}
        onSaved={(saved) => {
          showToast({ title: 'Saved' })
          void navigate({ to: '/credentials/$id', params: { id: saved.id }, replace: true })
        }}
      >
        <section
          ref={documents}
          tabIndex={-1}
          aria-labelledby="documents-title"
          className="grid grid-cols-1 gap-4 outline-none"
        >
          <h2 id="documents-title" className="text-lg">
            Documents
          </h2>
          <AttachmentList
            fileIds={kept}
            renderAction={(file) => (
              <>
                {file.id !== kept[0] && (
                  <Button
                    tone="quiet"
                    aria-label={`Make main file: ${file.name}`}
                    onPress={() => keep([file.id, ...kept.filter((id) => id !== file.id)])}
                  >
                    Make main file
                  </Button>
                )}
                <Button
                  tone="quiet"
                  aria-label={`Remove ${file.name}`}
                  onPress={() => keep(kept.filter((id) => id !== file.id))}
                >
                  Remove
                </Button>
              </>
            )}
          />
          {kept.length < credential.fileIds.length && (
            <p role="status" className="text-muted">
              Removed when you save. The file stays on the Add a credential page, under “Uploaded, not
              attached yet”.{' '}
              <button
                type="button"
                onClick={() => keep(credential.fileIds)}
                className="cursor-pointer font-semibold text-accent underline"
              >
                Undo
              </button>
            </p>
          )}
          <FilePicker files={added} others={kept.length} />
        </section>
      </CredentialForm>
    </Page>
  )
}
