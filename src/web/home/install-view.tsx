import { lazy, Suspense, useState } from 'react'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { Button } from '#web/ui/button.tsx'

const InstallDialog = lazy(() =>
  import('./install-dialog.tsx').then((module) => ({ default: module.InstallDialog })),
)

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
      <Button size="sm" aria-label={`Install: ${title}`} onPress={() => void ask()}>
        Install
      </Button>
    )
  }
  return (
    <>
      <Button size="sm" aria-label={`Show how: ${title}`} onPress={() => setOpen(true)}>
        Show how
      </Button>
      {isOpen && (
        <Suspense>
          <InstallDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
