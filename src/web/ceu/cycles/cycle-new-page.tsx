import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { noAnswers } from '#shared/ceu/rule.ts'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { shortName } from '#web/ceu/cycle-text.ts'
import { useProposals } from '#web/ceu/use-cycles.ts'
import { credentialQuery } from '#web/credentials/api.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { CycleForm } from './cycle-form.tsx'
import { type CycleValues, valuesOfProposal } from './cycle-form-values.ts'
import { askedText } from './cycle-proposal-card.tsx'

const route = getRouteApi('/credentials/cycles/new')

/** In the place of a credential's id: a cycle that belongs to none. */
const BY_HAND = 'hand'

export function CycleNewPage() {
  const { credentialId } = route.useSearch()
  const proposals = useProposals()
  if (credentialId === BY_HAND) return <ByHand />
  if (proposals.error && !proposals.data)
    return (
      <Page title="Add a CE cycle" eyebrow={<BackToCe />}>
        <ProblemNote problem={proposals.error} onRetry={() => void proposals.refetch()} />
      </Page>
    )
  if (!proposals.data) return <PageSpinner />
  const { items } = proposals.data
  if (credentialId === undefined) return <Choice proposals={items} />
  const proposal = items.find((one) => one.credentialId === credentialId)
  return proposal ? (
    <Proposed key={credentialId} proposal={proposal} />
  ) : (
    <WithoutProposal key={credentialId} credentialId={credentialId} proposals={items} />
  )
}

function BackToCe() {
  return (
    <Link to="/credentials" search={{ tab: 'ce' }} className="underline">
      CE
    </Link>
  )
}

function useSaved() {
  const navigate = useNavigate()
  return (saved: { id: string }) => {
    showToast({ title: 'The cycle is added' })
    void navigate({ to: '/credentials/cycles/$cycleId', params: { cycleId: saved.id }, replace: true })
  }
}

function Proposed({ proposal }: { proposal: CycleProposal }) {
  const onSaved = useSaved()
  const { rule, credentialTitle: name, issuedAt, hasCycle } = proposal
  return (
    <Page
      title={`A CE cycle for ${shortName(name)}`}
      eyebrow={<BackToCe />}
      intro={askedText(proposal)}
      width="form"
    >
      {hasCycle && (
        <p className="rounded-card bg-renewal-soft p-4">
          It has a cycle already. What follows would be another one beside it.
        </p>
      )}
      <CycleForm
        basis={{ rule, name, issuedAt, isBound: true }}
        values={valuesOfProposal(proposal)}
        onSaved={onSaved}
      />
    </Page>
  )
}

/** A certification for which no rule is known, or something that is not in the vault any more. */
function WithoutProposal({ credentialId, proposals }: { credentialId: string; proposals: CycleProposal[] }) {
  const { data: credential, error, isPending, refetch } = useQuery(credentialQuery(credentialId))
  if (error)
    return (
      <Page title="Add a CE cycle" eyebrow={<BackToCe />}>
        <ProblemNote problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (isPending) return <PageSpinner />
  return credential ? (
    <Proposed proposal={emptyProposal(credential)} />
  ) : (
    <Choice proposals={proposals} isGone />
  )
}

function emptyProposal(credential: Credential): CycleProposal {
  const { id, kind, issuedAt, expiresAt } = credential
  return {
    credentialId: id,
    kind,
    credentialTitle: credentialTitle(credential),
    state: credential.kind === 'license' ? credential.state : null,
    issuedAt,
    expiresAt,
    rule: null,
    answers: noAnswers,
    cycleStart: null,
    cycleEnd: expiresAt,
    requiredHours: null,
    topics: [],
    hasCycle: false,
  }
}

const byHand: Partial<CycleValues> = {
  state: '',
  requiredHours: null,
  topics: [],
  answers: noAnswers,
  ruleId: null,
  licenseId: null,
  certificationId: null,
  notes: null,
}

function ByHand() {
  const onSaved = useSaved()
  return (
    <Page
      title="A CE cycle by hand"
      eyebrow={<BackToCe />}
      intro="For a state or a license that is not in your vault. You put in its dates, hours and topics."
      width="form"
    >
      <CycleForm
        basis={{ rule: null, name: null, issuedAt: null, isBound: false }}
        values={byHand}
        onSaved={onSaved}
      />
    </Page>
  )
}

function Choice({ proposals, isGone = false }: { proposals: CycleProposal[]; isGone?: boolean }) {
  return (
    <Page
      title="Add a CE cycle"
      eyebrow={<BackToCe />}
      heading="What is the cycle for?"
      intro={
        proposals.length > 0
          ? 'Dates, hours and topics are proposed from its rule, and you can change all of them.'
          : 'With a license in your vault, its dates, hours and topics are proposed from its board’s rule.'
      }
      width="form"
    >
      {isGone && <p className="text-muted">That license or certification is not in your vault any more.</p>}
      <ul className="divide-y divide-line border-line border-y">
        {proposals.map((proposal) => (
          <ChoiceRow
            key={proposal.credentialId}
            credentialId={proposal.credentialId}
            title={proposal.credentialTitle}
            note={proposal.hasCycle ? 'It has a cycle already.' : askedText(proposal)}
          />
        ))}
        <ChoiceRow
          credentialId={BY_HAND}
          title="Another state, by hand"
          note="You put in the dates, hours and topics yourself."
        />
      </ul>
      {proposals.length === 0 && (
        <Link to="/upload" search={{ kind: 'license' }} className="w-fit py-2.5 text-accent-strong underline">
          Add a license first
        </Link>
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
