import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { currentFirst, isRetaken } from '#shared/ceu/proposal.ts'
import { noAnswers } from '#shared/ceu/requirements.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { useProposals } from '#web/ceu/api.ts'
import { cycleSubject, shortName } from '#web/ceu/cycle-text.ts'
import { credentialQuery } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { BackToCeLink, CycleChoiceList, NO_CREDENTIAL } from './cycle-choice-list.tsx'
import { BirthMonthField } from './cycle-dates-field.tsx'
import { CycleForm } from './cycle-form.tsx'
import type { CycleValues } from './cycle-form-values.ts'
import { requirementsText } from './cycle-proposal-card.tsx'
import { valuesOfProposal } from './proposal-values.ts'

const route = getRouteApi('/credentials/cycles/new')

export function CycleNewPage() {
  const { credentialId } = route.useSearch()
  const today = useToday()
  const proposals = useProposals()
  if (credentialId === NO_CREDENTIAL) return <ManualCycle />
  if (proposals.error && !proposals.data)
    return (
      <Page title={t`Add a CE cycle`} eyebrow={<BackToCeLink />}>
        <ProblemNote problem={proposals.error} onRetry={() => void proposals.refetch()} />
      </Page>
    )
  if (!proposals.data) return <PageSpinner />
  const { items } = proposals.data
  const choices = currentFirst(
    items.filter((proposal) => !isRetaken(proposal)),
    today,
  )
  if (credentialId === undefined) return <CycleChoiceList proposals={choices} />
  const proposal = items.find((one) => one.credentialId === credentialId)
  return proposal ? (
    <ProposedCycle key={credentialId} proposal={proposal} />
  ) : (
    <WithoutProposal key={credentialId} credentialId={credentialId} proposals={choices} />
  )
}

function useAfterSave() {
  const navigate = useNavigate()
  return (saved: { id: string }) => {
    showToast({ title: t`Added the cycle` })
    void navigate({ to: '/credentials/cycles/$cycleId', params: { cycleId: saved.id }, replace: true })
  }
}

function ProposedCycle({ proposal }: { proposal: CycleProposal }) {
  const onSaved = useAfterSave()
  const { rule, issuedAt, possibleEnds, hasCycle } = proposal
  const name = cycleSubject(proposal)
  return (
    <Page
      title={t`Track CE for your ${shortName(name)}`}
      eyebrow={<BackToCeLink />}
      intro={proposal.rule === null ? requirementsText(proposal) : undefined}
      width="form"
    >
      {hasCycle && (
        <p className="rounded-card bg-renewal-soft p-4">{t`It already has a cycle. You are adding another one.`}</p>
      )}
      {isBirthMonthMissing(proposal) && (
        <BirthMonthField
          description={t`Your board sets the end of the license by it, so Lanyard can suggest the dates.`}
        />
      )}
      <CycleForm
        context={{ rule, name, issuedAt, isBound: true, possibleEnds }}
        values={valuesOfProposal(proposal)}
        onSaved={onSaved}
      />
    </Page>
  )
}

/** Whether the end depends on the birth month, which the owner has not entered. */
function isBirthMonthMissing({ rule, cycleEnd, possibleEnds }: CycleProposal): boolean {
  const byMonth = rule?.renewal.basis === 'birth-month' && rule.renewal.monthsAfterBirthMonth !== null
  return byMonth && cycleEnd === null && possibleEnds.length === 0
}

/** A certification without a rule, or a credential that no longer exists. */
function WithoutProposal({ credentialId, proposals }: { credentialId: string; proposals: CycleProposal[] }) {
  const { data: credential, error, isPending, refetch } = useQuery(credentialQuery(credentialId))
  if (error)
    return (
      <Page title={t`Add a CE cycle`} eyebrow={<BackToCeLink />}>
        <ProblemNote problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (isPending) return <PageSpinner />
  return credential ? (
    <ProposedCycle proposal={emptyProposal(credential)} />
  ) : (
    <CycleChoiceList proposals={proposals} isMissing />
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
    renewal: null,
    answers: noAnswers,
    cycleStart: null,
    cycleEnd: expiresAt,
    requiredHours: null,
    topics: [],
    wayId: null,
    possibleEnds: [],
    carriedOverHours: null,
    hasCycle: false,
  }
}

const manualValues: Partial<CycleValues> = {
  state: '',
  requiredHours: null,
  topics: [],
  answers: noAnswers,
  ruleId: null,
  licenseId: null,
  certificationId: null,
  notes: null,
}

function ManualCycle() {
  const onSaved = useAfterSave()
  return (
    <Page
      title={t`Add a CE cycle manually`}
      eyebrow={<BackToCeLink />}
      intro={t`For a state or a license that is not in your vault. Enter the dates, hours and topics yourself.`}
      width="form"
    >
      <CycleForm
        context={{ rule: null, name: null, issuedAt: null, isBound: false, possibleEnds: [] }}
        values={manualValues}
        onSaved={onSaved}
      />
    </Page>
  )
}
