import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { BadgeStrap } from './badge-strap.tsx'

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

type EmptyStateProps = { picture?: ReactNode; title: string; body?: ReactNode; action?: ReactNode }

/** An empty list with its first step. Without a custom picture it shows an empty strap. */
export function EmptyState({
  picture = <BadgeStrap tone="neutral" className="h-20" />,
  title,
  body,
  action,
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-line-strong/50 border-dashed px-6 pb-12 text-center">
      {picture}
      <div className="flex max-w-md flex-col gap-1">
        <h2 className="text-lg">{title}</h2>
        {body && <div className="text-muted">{body}</div>}
      </div>
      {action}
    </div>
  )
}

type SectionLinkProps = { to: LinkProps['to']; icon?: LucideIcon; title: string; children: ReactNode }

/** A row that leads to another section; its content says what is there. */
export function SectionLink({ to, icon: Icon, title, children }: SectionLinkProps) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-3 border-line border-y py-2 text-ink no-underline hover:bg-sunken print:hidden"
    >
      {Icon && <Icon aria-hidden className="size-6 shrink-0 text-accent-strong" />}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-muted text-sm">{children}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}

type DetailRowProps = { name: string; isMono?: boolean; children: ReactNode }

/** A fact of a `<dl>`. Its name is above it where large letters leave no room beside it. Nothing for an empty fact. */
export function DetailRow({ name, isMono = false, children }: DetailRowProps) {
  if (!children) return null
  return (
    <div className="flex flex-wrap gap-x-4 py-2.5">
      <dt className="w-32 max-w-full text-muted">{name}</dt>
      <dd className={clsx('min-w-0 flex-[1_1_8rem] [overflow-wrap:anywhere]', isMono && 'font-mono')}>
        {children}
      </dd>
    </div>
  )
}
