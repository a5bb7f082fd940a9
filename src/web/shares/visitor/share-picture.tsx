import { useEffect, useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import type { ViewFile } from '#shared/shares/view.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { cookiesOff } from './visitor-text.ts'

/**
 * How to reach the files of a share. `onRefused` is called if a file cannot be loaded, because the share may have
 * ended.
 */
export type FileAccess = {
  ownerName: string
  canDownload: boolean
  fileUrl: (file: ViewFile, disposition: 'inline' | 'attachment') => string
  onRefused: (problem: Problem | null) => void
  /** The browser did not keep the visit. */
  isForgotten?: boolean
}

export function SharedPicture({
  file,
  access,
  className,
}: {
  file: ViewFile
  access: FileAccess
  className: string
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  const [attempt, setAttempt] = useState(0)
  if (state === 'broken')
    return (
      <FileLoadError
        access={access}
        onRetry={() => {
          setAttempt(attempt + 1)
          setState('loading')
        }}
      />
    )
  return (
    <>
      {state === 'loading' && <Skeleton className="absolute inset-0 print:hidden" />}
      <img
        key={attempt}
        src={access.fileUrl(file, 'inline')}
        alt={t`Preview of ${file.name}`}
        loading="lazy"
        onLoad={() => setState('shown')}
        onError={() => setState('broken')}
        className={`object-contain ${className}`}
      />
    </>
  )
}

/** Also makes the page check whether the share is still open. */
export function FileLoadError({ access, onRetry }: { access: FileAccess; onRetry: () => void }) {
  const { onRefused, isForgotten } = access
  useEffect(() => onRefused(null), [onRefused])
  return (
    <div role="alert" className="flex h-full flex-col items-start justify-center gap-3 p-5 text-muted">
      <p>
        {isForgotten
          ? t(cookiesOff().message)
          : t`This file did not load. Check your connection, or try again later.`}
      </p>
      <Button size="sm" onPress={onRetry}>{t`Try again`}</Button>
    </div>
  )
}
