import { useQuery } from '@tanstack/react-query'
import { contentUrl, previewUrl } from '#web/files/api.ts'
import { t } from '#web/i18n/t.ts'
import { previewShare, type ShareDraft } from '#web/shares/owner/api.ts'
import { ShareViewBody } from '#web/shares/visitor/share-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'

type PreviewDialogProps = { draft: ShareDraft; onClose(): void; onSubmit(): void; isSaving: boolean }

/** The visitor's page, rendered by the server before the link exists. */
export function SharePreviewDialog({ draft, onClose, onSubmit, isSaving }: PreviewDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['share-preview', draft],
    queryFn: ({ signal }) => previewShare(draft, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog
      title={t`Preview`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Back to the form`}</Button>
          <Button
            tone="primary"
            isPending={isSaving}
            isDisabled={!data}
            onPress={onSubmit}
          >{t`Create link`}</Button>
        </>
      }
    >
      {error ? (
        <ProblemNote problem={error} onRetry={() => void refetch()} />
      ) : data ? (
        <article>
          <ShareViewBody
            view={data.view}
            fileUrl={({ id, kind }) => (kind === 'pdf' ? contentUrl(id) : previewUrl(id, 1600))}
            packetUrl={null}
          />
        </article>
      ) : (
        <SkeletonList sizes={['h-24', 'h-64']} className="gap-4" />
      )}
    </Dialog>
  )
}
