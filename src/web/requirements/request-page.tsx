import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { readRequestFragment } from '#shared/requirements/request-link.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
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
  const [link, setLink] = useState<string | null>(null)
  const heading = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (link === null) return
    // The form is gone, and its button was at its end.
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [link])
  const texts =
    link === null
      ? {
          title: t`Request credentials`,
          heading: t`Ask a nurse for exactly what you need`,
          intro: t`You get a link to send. The link itself contains the list: nothing is stored here, and you don’t need an account. The nurse sees what is held or missing, and may answer with a share link.`,
        }
      : {
          title: t`Your link is ready`,
          heading: <span ref={heading} tabIndex={-1} className="outline-none">{t`Your link is ready`}</span>,
          intro: t`Send it to the nurse, who sees what is held or missing and may answer with a share link.`,
        }
  return (
    <Page {...texts} width="form">
      {link !== null && (
        <>
          <CopyField
            isMain
            label={t`Link to send`}
            value={link}
            description={t`The link contains the whole list. To change the list, create a new link.`}
          />
          <Button className="w-fit" onPress={() => setLink(null)}>{t`Change the list`}</Button>
        </>
      )}
      <div hidden={link !== null}>
        <RequestForm onLink={setLink} />
      </div>
    </Page>
  )
}

function BrokenLinkPage({ problem }: { problem: string }) {
  return (
    <Page title={t`Request`} heading={t`This request cannot be read`} intro={problem} width="text">
      <ButtonLink to="/request" hash="" className="w-fit">{t`Make a new request`}</ButtonLink>
    </Page>
  )
}
