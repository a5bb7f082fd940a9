import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { cycleName } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { requirementsText } from './cycle-proposal-card.tsx'

/** In the URL of a cycle without a credential, takes the place of the credential's id. */
export const NO_CREDENTIAL = 'hand'

export function BackToCeLink() {
  return <Link to="/credentials" search={{ tab: 'ce' }} className="underline">{t`CE`}</Link>
}

/** The credentials that a new cycle may belong to. */
export function CycleChoiceList({
  proposals,
  isMissing = false,
}: {
  proposals: CycleProposal[]
  isMissing?: boolean
}) {
  return (
    <Page
      title={t`Add a CE cycle`}
      eyebrow={<BackToCeLink />}
      heading={t`What is the cycle for?`}
      intro={
        proposals.length > 0
          ? t`Dates, hours and topics are filled in from its rule, and you can change all of them.`
          : t`If you add a license first, its dates, hours and topics are filled in from its board’s rule.`
      }
      width="form"
    >
      {isMissing && (
        <p className="text-muted">{t`This license or certification is no longer in your vault.`}</p>
      )}
      <ul className="divide-y divide-line border-line border-y">
        {proposals.map((proposal) => (
          <ChoiceRow
            key={proposal.credentialId}
            credentialId={proposal.credentialId}
            title={cycleName(proposal)}
            note={proposal.hasCycle ? t`It already has a cycle.` : requirementsText(proposal)}
          />
        ))}
        <ChoiceRow
          credentialId={NO_CREDENTIAL}
          title={t`Another state`}
          note={t`Enter the dates, hours and topics yourself.`}
        />
      </ul>
      {proposals.length === 0 && (
        <Link
          to="/upload"
          search={{ kind: 'license' }}
          className="w-fit py-2.5 text-accent-strong underline"
        >{t`Add a license first`}</Link>
      )}
    </Page>
  )
}

function ChoiceRow({ credentialId, title, note }: { credentialId: string; title: string; note: string }) {
  return (
    <li>
      <Link
        to="/credentials/cycles/new"
        search={{ credentialId }}
        className="flex min-h-16 items-center gap-3 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold">{title}</span>
          <span className="block text-muted text-sm">{note}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
