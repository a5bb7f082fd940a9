import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const InstallDialog = lazyPart(() => import('./install-dialog.tsx'), 'InstallDialog')

/** Asks the browser to install Lanyard, or shows how to do it by hand. */
export function InstallButton({ title }: { title: string }) {
  const { install } = useInstall()
  const { record } = useNoticeChanges()
  const [isOpen, setOpen] = useState(false)
  if (install) {
    const ask = async () => {
      if (await install()) record('install_app')
    }
    return (
      <Button size="sm" aria-label={t`Install: ${title}`} onPress={() => void ask()}>{t`Install`}</Button>
    )
  }
  return (
    <>
      <Button
        size="sm"
        aria-label={t`Show how: ${title}`}
        onPress={() => setOpen(true)}
      >{t`Show how`}</Button>
      {isOpen && <InstallDialog onClose={() => setOpen(false)} />}
    </>
  )
}
