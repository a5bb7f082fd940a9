import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { Award, BookOpenCheck, Camera, FileUp, HeartPulse, IdCard, QrCode } from 'lucide-react'
import type { ComponentType } from 'react'
import { acceptedFiles } from '#web/files/capture/file-chooser-field.tsx'
import { handFiles } from '#web/files/handed-files.ts'
import { t } from '#web/i18n/t.ts'
import { Button, PlainButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'

/**
 * Opens from "+ Credential" on a phone. Each choice leads to its first step: the camera, the files, or the first field
 * of the form.
 */
export function AddSheet({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const addFiles = (files: File[]) => {
    handFiles(files)
    onClose()
    void navigate({ to: '/upload' })
  }
  const row = { onOpen: onClose }
  return (
    <Dialog title={t`What do you want to add?`} size="sm" onClose={onClose}>
      <div className="grid grid-cols-1 gap-2 *:w-full">
        <FileTrigger accept={['image/*']} usesCamera onSelect={addFiles}>
          <Button tone="primary" wide>
            <Camera aria-hidden className="size-5" />
            {t`Take a photo`}
          </Button>
        </FileTrigger>
        <ul className="divide-y divide-line">
          <li>
            <FileTrigger accept={acceptedFiles} allowsMultiple onSelect={addFiles}>
              <PlainButton className={`w-full cursor-pointer text-left ${rowClass}`}>
                <FileUp aria-hidden className={iconClass} />
                {t`Choose files`}
              </PlainButton>
            </FileTrigger>
          </li>
          <Row
            {...row}
            to="/upload"
            search={{ kind: 'license', typed: 'yes' }}
            icon={IdCard}
            text={t`Type a license`}
          />
          <Row
            {...row}
            to="/upload"
            search={{ kind: 'certification', typed: 'yes' }}
            icon={Award}
            text={t`Type a certification`}
          />
          <Row {...row} to="/credentials/entries/new" icon={BookOpenCheck} text={t`CE course`} />
          <Row {...row} to="/credentials/health/new" icon={HeartPulse} text={t`Health record`} />
          <Row {...row} to="/credentials/shares/new" icon={QrCode} text={t`Share link`} />
        </ul>
      </div>
    </Dialog>
  )
}

const rowClass =
  'flex min-h-13 items-center gap-3 py-2 font-semibold text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2'
const iconClass = 'size-5 shrink-0 text-accent-strong'

type RowProps = {
  to: LinkProps['to']
  search?: LinkProps['search']
  icon: ComponentType<{ className: string; 'aria-hidden': true }>
  text: string
  onOpen(): void
}

function Row({ to, search, icon: Icon, text, onOpen }: RowProps) {
  return (
    <li>
      <Link to={to} search={search} onClick={onOpen} className={rowClass}>
        <Icon aria-hidden className={iconClass} />
        {text}
      </Link>
    </li>
  )
}
