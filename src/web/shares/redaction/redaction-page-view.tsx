import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Skeleton } from '#web/ui/spinner.tsx'
import type { SourcePage } from './use-redaction.ts'

/** The page below its boxes. If the page has text, screen readers can read it. */
export function RedactionPageView({ page, label }: { page: SourcePage; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'broken'>('drawing')
  useEffect(() => {
    const node = canvas.current
    if (!node) return
    let isUnmounted = false
    page.draw(node, node.clientWidth || 800).then(
      () => !isUnmounted && setState('drawn'),
      () => !isUnmounted && setState('broken'),
    )
    return () => {
      isUnmounted = true
    }
  }, [page])
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full" />
      {page.text !== '' && <p className="sr-only">{page.text}</p>}
      {state === 'drawing' && <Skeleton className="absolute inset-0" />}
      {state === 'broken' && (
        <p
          role="alert"
          className="absolute inset-0 bg-surface p-4 text-expired"
        >{t`This page cannot be displayed, so nothing on it can be covered.`}</p>
      )}
    </>
  )
}
