import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { cycleQuery, useProposals } from '#web/ceu/api.ts'
import { cycleSubject, shortName } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { CycleLoadError, CycleNotFound } from './cycle-error-view.tsx'
import { CycleForm } from './cycle-form.tsx'
import { valuesOfCycle } from './cycle-form-values.ts'

const route = getRouteApi('/credentials/cycles/$cycleId/edit')

export function CycleEditPage() {
  const { cycleId } = route.useParams()
  const { data: cycle, error, isPending, refetch } = useQuery(cycleQuery(cycleId))
  const proposals = useProposals()
  if (error) return <CycleLoadError error={error} onRetry={() => void refetch()} />
  if (isPending || proposals.isPending) return <PageSpinner />
  if (!cycle) return <CycleNotFound />
  const credentialId = cycle.licenseId ?? cycle.certificationId
  const source = proposals.data?.items.find((one) => one.credentialId === credentialId)
  return <CycleEdit cycle={cycle} issuedAt={source?.issuedAt ?? null} />
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
