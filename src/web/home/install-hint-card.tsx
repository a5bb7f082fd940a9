import { Smartphone, X } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { IconButton } from '#web/ui/button.tsx'
import { InstallButton } from './install-view.tsx'

/** Shown once, on a phone, if the owner has hidden the first steps and opens Lanyard in a browser. */
export function InstallHint() {
  const { hideInstall } = useNoticeChanges()
  const title = t`Lanyard on your home screen`
  return (
    <section aria-labelledby="install-title" className="flex items-center gap-3 rounded-card bg-sunken p-3">
      <Smartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <h2 id="install-title" className="text-base">
          {title}
        </h2>
        <p className="text-muted text-sm">{t`One tap to your cards, also without a connection.`}</p>
      </div>
      <InstallButton title={title} />
      <IconButton label={t`Hide: ${title}`} icon={X} onPress={hideInstall} />
    </section>
  )
}
