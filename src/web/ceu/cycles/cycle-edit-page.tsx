import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { useProposals } from '#web/ceu/api.ts'
import { cycleSubject, shortName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { CycleForm } from './cycle-form.tsx'
import { valuesOfCycle } from './cycle-form-values.ts'
import { LoadedCyclePage } from './loaded-cycle-page.tsx'

const route = getRouteApi('/credentials/cycles/$cycleId/edit')

export function CycleEditPage() {
  const { cycleId } = route.useParams()
  const proposals = useProposals()
  return (
    <LoadedCyclePage cycleId={cycleId}>
      {(cycle) => {
        if (proposals.isPending) return <PageSpinner />
        const credentialId = cycle.licenseId ?? cycle.certificationId
        const source = proposals.data?.items.find((one) => one.credentialId === credentialId)
        return <CycleEdit cycle={cycle} issuedAt={source?.issuedAt ?? null} />
      }}
    </LoadedCyclePage>
  )
}

function CycleEdit({ cycle, issuedAt }: { cycle: CeuCycle; issuedAt: string | null }) {
  const navigate = useNavigate()
  const { locale } = useUser()
  const name = cycleSubject(cycle)
  const isBound = cycle.licenseId !== null || cycle.certificationId !== null
  return (
    <Page
      title={t`Edit the cycle of ${shortName(name)}`}
      eyebrow={
        <Link to="/credentials/cycles/$cycleId" params={{ cycleId: cycle.id }} className="underline">
          {t`Back to ${shortName(name)}, ${formatDate(cycle.cycleStart, locale)} to ${formatDate(cycle.cycleEnd, locale)}`}
        </Link>
      }
      intro={t`If you change dates or topics, the hours are recounted. Your entries stay.`}
      width="form"
    >
      <CycleForm
        context={{ rule: cycle.rule, name, issuedAt, isBound, possibleEnds: [] }}
        values={valuesOfCycle(cycle)}
        initial={cycle}
        onSaved={(saved) => {
          showToast({ title: t`Saved` })
          void navigate({ to: '/credentials/cycles/$cycleId', params: { cycleId: saved.id }, replace: true })
        }}
      />
    </Page>
  )
}
