import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'

const SHOWN_TAGS = 4

type CredentialLinkProps = { id: string; className: string; children: ReactNode }

/** Opens a credential. Paints the press first: on a slow phone, building the page takes longer than that. */
export function CredentialLink({ id, className, children }: CredentialLinkProps) {
  const navigate = useNavigate()
  function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    afterPaint(() => void navigate({ to: '/credentials/$id', params: { id } }))
  }
  return (
    <Link
      to="/credentials/$id"
      params={{ id }}
      onClick={open}
      className={`${className} active:after:bg-ink/5`}
    >
      {children}
    </Link>
  )
}

function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then))
}

export function TagList({ tags }: { tags: string[] }) {
  const hidden = tags.length - SHOWN_TAGS
  return (
    <ul aria-label={t`Tags`} className="flex flex-wrap gap-1.5">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-muted text-sm">
          {tag}
        </li>
      ))}
      {hidden > 0 && <li className="py-0.5 text-muted text-sm">{t`and ${hidden} more`}</li>}
    </ul>
  )
}
