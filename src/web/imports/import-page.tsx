import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/fields/drop-zone.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'
import { Page } from '#web/ui/page.tsx'
import { DroppedFileSection } from './dropped-file-section.tsx'
import { ImportHistoryList } from './import-history-list.tsx'

const MOST_FILES = 20

type Dropped = { key: string; file: File }

/** Drop files, see what they are, choose, and undo within 30 days. */
export function ImportPage() {
  const [dropped, setDropped] = useState<Dropped[]>([])
  const add = (files: File[]) =>
    setDropped((before) =>
      [...files.map((file) => ({ key: crypto.randomUUID(), file })), ...before].slice(0, MOST_FILES),
    )
  return (
    <Page
      title={t`Import your data`}
      width="form"
      eyebrow={
        <Link to="/settings" search={{ section: 'account' }} className="underline">
          {t`Settings`}
        </Link>
      }
      intro={t`Add what you keep elsewhere. You review every row before it is saved, and can undo an import for 30 days.`}
    >
      <FileDrop onFiles={add} isFirst={dropped.length === 0} />
      {dropped.map(({ key, file }) => (
        <DroppedFileSection
          key={key}
          file={file}
          onRemove={() => setDropped((before) => before.filter((each) => each.key !== key))}
        />
      ))}
      <section aria-labelledby="history-title" className="grid grid-cols-1 gap-3">
        <h2 id="history-title" className="text-lg">
          {t`Earlier imports`}
        </h2>
        <ImportHistoryList />
      </section>
    </Page>
  )
}

function FileDrop({ onFiles, isFirst }: { onFiles(files: File[]): void; isFirst: boolean }) {
  return (
    <DropZone
      label={t`Drop files here`}
      onFiles={onFiles}
      className={(isTarget) =>
        `rounded-card border-2 border-dashed transition-colors duration-150 ${isFirst ? 'p-5 sm:p-8' : 'p-3'} ${
          isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
        }`
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileTrigger allowsMultiple onSelect={onFiles}>
          <Button tone={isFirst ? 'primary' : 'secondary'}>
            <FileUp aria-hidden className="size-5" />
            {isFirst ? t`Choose files` : t`Choose more files`}
          </Button>
        </FileTrigger>
        <p className="text-muted max-sm:hidden pointer-coarse:hidden">{t`or drop them here`}</p>
      </div>
      {isFirst && (
        <ul className="mt-4 grid gap-1 text-muted text-sm">
          <li>{t`Tables of licenses, certifications or courses: Excel (XLSX) or CSV, with any columns`}</li>
          <li>{t`Transcripts with a list of your courses: PDF or CSV, from your provider or tracking service`}</li>
          <li>{t`Cards, certificates and transcripts: PDF or photos`}</li>
          <li>{t`An export of another Lanyard: ZIP, into an empty vault`}</li>
        </ul>
      )}
    </DropZone>
  )
}
