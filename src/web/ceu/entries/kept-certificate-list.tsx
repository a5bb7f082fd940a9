import { type ReactNode, useRef } from 'react'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { Button } from '#web/ui/button.tsx'

type KeptCertificateListProps = {
  keptIds: string[]
  setKeptIds(ids: string[]): void
  allIds: string[]
  children: ReactNode
}

/** The certificates of a saved entry; removed ones can be put back until the form is saved. */
export function KeptCertificateList({ keptIds, setKeptIds, allIds, children }: KeptCertificateListProps) {
  const section = useRef<HTMLElement>(null)
  // The pressed button disappears, so the focus moves to the section.
  const keep = (ids: string[]) => {
    section.current?.focus({ preventScroll: true })
    setKeptIds(ids)
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="certificate-title"
      className="grid grid-cols-1 gap-4 outline-none"
    >
      <h2 id="certificate-title" className="text-lg">
        Certificate
      </h2>
      <AttachmentList
        fileIds={keptIds}
        renderAction={(file) => (
          <Button
            tone="quiet"
            aria-label={`Remove ${file.name}`}
            onPress={() => keep(keptIds.filter((id) => id !== file.id))}
          >
            Remove
          </Button>
        )}
      />
      {keptIds.length < allIds.length && (
        <p role="status" className="text-muted">
          Removed from this course when you save. The file stays in your vault.{' '}
          <button
            type="button"
            onClick={() => keep(allIds)}
            className="cursor-pointer font-semibold text-accent underline"
          >
            Undo
          </button>
        </p>
      )}
      {children}
    </section>
  )
}
