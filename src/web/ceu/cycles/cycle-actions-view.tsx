import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, FileUp, FolderDown, Pencil, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { LogCourseLink } from '#web/ceu/cycle-link.tsx'
import { PacketDialog } from '#web/ceu/packet/packet-dialog.tsx'
import { t } from '#web/i18n/t.ts'
import { OnlineOnly } from '#web/offline/waiting-badge.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { RemoveCycleDialog } from './remove-cycle-dialog.tsx'

export function CycleActions({ cycle, entries }: { cycle: CeuCycle; entries: CeuEntry[] }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'packet' | 'remove' | null>(null)
  return (
    <>
      <LogCourseLink cycleId={cycle.id} />
      <OnlineOnly>
        <Button onPress={() => setOpen('packet')}>
          <FolderDown aria-hidden className="size-5 max-sm:hidden" />
          {t`Audit packet`}
        </Button>
        <ButtonLink to="/credentials/shares/new" search={{ cycle: cycle.id }}>
          <Share2 aria-hidden className="size-4 max-sm:hidden" />
          {t`Share`}
        </ButtonLink>
        <ButtonLink to="/credentials/cycles/$cycleId/edit" params={{ cycleId: cycle.id }}>
          <Pencil aria-hidden className="size-4 max-sm:hidden" />
          {t`Edit`}
        </ButtonLink>
        <Menu
          aria-label={t`More`}
          trigger={<IconButton icon={Ellipsis} label={t`More`} />}
          items={[
            {
              id: 'import',
              label: t`Import entries`,
              icon: FileUp,
              href: `/credentials/entries/import?cycleId=${cycle.id}`,
            },
            {
              id: 'delete',
              label: t`Delete cycle`,
              icon: Trash2,
              tone: 'danger',
              onAction: () => setOpen('remove'),
            },
          ]}
        />
      </OnlineOnly>
      <PacketDialog
        cycle={cycle}
        entries={entries}
        isOpen={open === 'packet'}
        onClose={() => setOpen(null)}
      />
      <RemoveCycleDialog
        cycle={cycle}
        isOpen={open === 'remove'}
        onClose={() => setOpen(null)}
        onRemoved={() => void navigate({ to: '/credentials', search: { tab: 'ce' }, replace: true })}
      />
    </>
  )
}
