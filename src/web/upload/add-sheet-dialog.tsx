import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { BookOpenCheck, Camera, FilePlus2, HeartPulse, QrCode } from 'lucide-react'
import type { ComponentType } from 'react'
import { handFiles } from '#web/files/handed-files.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'

/** Opens from "+ Credential" on a phone. The camera is as near as on the page of a new credential. */
export function AddSheet({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const addPhoto = (files: File[]) => {
    handFiles(files)
    onClose()
    void navigate({ to: '/upload' })
  }
  return (
    <Dialog title={t`What do you want to add?`} isOpen size="sm" onOpenChange={onClose}>
      <div className="grid grid-cols-1 gap-3 *:w-full">
        <FileTrigger accept={['image/*']} usesCamera onSelect={addPhoto}>
          <Button tone="primary" wide>
            <Camera aria-hidden className="size-5" />
            {t`Take a photo`}
          </Button>
        </FileTrigger>
        <ul className="divide-y divide-line">
          <Row to="/upload" icon={FilePlus2} onOpen={onClose} text={t`Credential from a file, or typed`} />
          <Row to="/credentials/entries/new" icon={BookOpenCheck} onOpen={onClose} text={t`CE course`} />
          <Row to="/credentials/health/new" icon={HeartPulse} onOpen={onClose} text={t`Health record`} />
          <Row to="/credentials/shares/new" icon={QrCode} onOpen={onClose} text={t`Share link`} />
        </ul>
      </div>
    </Dialog>
  )
}

type RowProps = {
  to: LinkProps['to']
  icon: ComponentType<{ className: string; 'aria-hidden': true }>
  text: string
  onOpen(): void
}

function Row({ to, icon: Icon, text, onOpen }: RowProps) {
  return (
    <li>
      <Link
        to={to}
        onClick={onOpen}
        className="flex min-h-13 items-center gap-3 py-2 font-semibold text-ink no-underline hover:bg-sunken"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-accent-strong" />
        {text}
      </Link>
    </li>
  )
}
