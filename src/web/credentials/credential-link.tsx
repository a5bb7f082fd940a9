import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

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
