import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readRequestFragment } from '#shared/requirements/request-link.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { AskedView } from './asked-view.tsx'
import { takeKeptRequest } from './list-draft.ts'
import { RequestForm } from './request-form.tsx'
import { RequestMatchView } from './request-match-view.tsx'

/**
 * Without a fragment, a form that creates a link; with a fragment, the items in the link. The list exists only in the
 * fragment, which browsers do not send.
 */
export function RequestPage() {
  const fragment = useRouterState({ select: ({ location }) => location.hash })
  const { state } = useSession()
  const navigate = useNavigate()
  const [kept] = useState(() => (fragment === '' && state === 'signed-in' ? takeKeptRequest() : null))
  useEffect(() => {
    if (kept) void navigate({ to: '/request', hash: kept, replace: true })
  }, [kept, navigate])
  if (fragment === '') return kept ? null : <NewRequestPage />
  const read = readRequestFragment(fragment, t)
  if ('problem' in read) return <BrokenLinkPage problem={read.problem} />
  // Another link in the same tab is another request.
  return state === 'signed-in' ? (
    <RequestMatchView key={fragment} request={read.request} />
  ) : (
    <AskedView request={read.request} fragment={fragment} />
  )
}

function NewRequestPage() {
  return (
    <Page
      title={t`Request credentials`}
      heading={t`Ask a nurse for exactly what you need`}
      intro={t`You get a link to send. The link itself contains the list: nothing is stored here, and you don’t need an account. The nurse sees what is held or missing, and may answer with a share link.`}
      width="form"
    >
      <RequestForm />
    </Page>
  )
}

function BrokenLinkPage({ problem }: { problem: string }) {
  return (
    <Page title={t`Request`} heading={t`This request cannot be read`} intro={problem} width="text">
      <Link to="/request" hash="" className={`w-fit ${buttonClass()}`}>{t`Make a new request`}</Link>
    </Page>
  )
}
