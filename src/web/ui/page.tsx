import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'

type PageProps = {
  title: string
  /** The h1, if it says more than the window title, for example the answer to the screen's question. */
  heading?: ReactNode
  eyebrow?: ReactNode
  intro?: ReactNode
  actions?: ReactNode
  width?: 'text' | 'form' | 'wide'
  /** On a phone, the content begins near the top. */
  isDense?: boolean
  children?: ReactNode
}

const widths = { text: 'max-w-[720px]', form: 'max-w-[860px]', wide: '' }

/** The one h1 of a screen, and "title · Lanyard" as the window title. */
export function Page({
  title,
  heading,
  eyebrow,
  intro,
  actions,
  width = 'wide',
  isDense = false,
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${title} · Lanyard`
  }, [title])
  return (
    <div
      className={clsx('mx-auto w-full max-w-[1120px] px-4 sm:px-6 sm:py-12', isDense ? 'pt-3 pb-8' : 'py-8')}
    >
      <div className={clsx('flex flex-col', isDense ? 'gap-2 sm:gap-8' : 'gap-8', widths[width])}>
        <header
          className={clsx(
            'flex flex-wrap justify-between gap-x-8',
            isDense ? 'items-center gap-y-2 sm:items-end sm:gap-y-4' : 'items-end gap-y-4',
          )}
        >
          <div
            className={clsx(
              'flex min-w-0 max-w-[46rem] flex-col',
              isDense ? 'gap-1 max-sm:flex-[1_1_12rem] sm:gap-2' : 'gap-2',
            )}
          >
            {eyebrow && <div className="font-semibold text-accent-strong text-sm">{eyebrow}</div>}
            <h1 className="text-xl sm:text-2xl">{heading ?? title}</h1>
            {intro && <div className="max-w-[62ch] text-lg text-muted">{intro}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
