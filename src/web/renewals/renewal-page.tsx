import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { RenewalDays } from '#shared/ceu/renewal-days.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { daysLeft } from '#shared/credentials/status.ts'
import type { Renewal } from '#shared/renewals/renewal.ts'
import { windowText } from '#shared/renewals/window-text.ts'
import { LoadedCredentialPage } from '#web/credentials/loaded-credential-page.tsx'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { renewalsQuery } from './api.ts'
import { RenewalCardForm } from './renewal-card-form.tsx'
import { RenewalOpenView } from './renewal-open-view.tsx'
import { RenewalStartView } from './renewal-start-view.tsx'
import { useRenewalChanges } from './use-renewal-changes.ts'
import { type RenewalSteps, useRenewalSteps } from './use-renewal-steps.ts'

const route = getRouteApi('/credentials/$id/renew')

export function RenewalPage() {
  const { id } = route.useParams()
  return (
    <LoadedCredentialPage id={id} loading={<Frame title={t`Renew`} />}>
      {(credential) => (
        // By its end, too: after a finished renewal every form starts over.
        <CredentialRenewal key={`${credential.id} ${credential.expiresAt}`} credential={credential} />
      )}
    </LoadedCredentialPage>
  )
}

function CredentialRenewal({ credential }: { credential: Credential }) {
  const renewals = useQuery(renewalsQuery(credential.id))
  const open = renewals.data?.items.find(({ state }) => state !== 'done') ?? null
  const steps = useRenewalSteps(credential, open)
  const { today, locale } = useDateContext()
  const title = shortTitle(credential)
  return (
    <Frame
      title={t`Renew ${title}`}
      back={credential.id}
      intro={introText(credential, steps?.facts ?? null, { today, locale })}
    >
      {renewals.error ? (
        <ProblemNote problem={renewals.error} onRetry={() => void renewals.refetch()} />
      ) : renewals.isPending || steps === undefined ? undefined : (
        <LoadedRenewal credential={credential} open={open} steps={steps} />
      )}
    </Frame>
  )
}

type LoadedProps = { credential: Credential; open: Renewal | null; steps: RenewalSteps }

/** The new card first, for whoever has it already; below it the steps that lead to it. */
function LoadedRenewal({ credential, open, steps }: LoadedProps) {
  const navigate = useNavigate()
  const { finish } = useRenewalChanges(credential)
  const [hasCard, setHasCard] = useState(false)
  const card = (
    <RenewalCardForm
      credential={credential}
      years={steps.years}
      onFinish={async (card) => {
        await finish.mutateAsync({ renewal: open, card })
        void navigate({ to: '/credentials/$id', params: { id: credential.id } })
      }}
    />
  )
  const canRenew = credential.archivedAt === null && credential.expiresAt !== null
  if (hasCard)
    return (
      <>
        {card}
        <Button tone="quiet" className="w-fit" onPress={() => setHasCard(false)}>
          {t`Back to the steps`}
        </Button>
      </>
    )
  return (
    <>
      {canRenew && steps.states.card !== 'next' && (
        <Button tone="primary" className="max-sm:w-full sm:w-fit" onPress={() => setHasCard(true)}>
          {t`I have my new card`}
        </Button>
      )}
      {open ? (
        <RenewalOpenView key={open.id} credential={credential} renewal={open} steps={steps}>
          {card}
        </RenewalOpenView>
      ) : (
        <RenewalStartView credential={credential} steps={steps} />
      )}
    </>
  )
}

/** "It expires on Mar 31, 2027 · in 130 days." */
function introText(
  { expiresAt, neverExpires }: Credential,
  days: RenewalDays | null,
  { today, locale }: { today: string; locale: string | null },
): string {
  if (expiresAt === null) return neverExpires ? t`It does not expire.` : t`Its expiration date is missing.`
  const left = daysLeft(expiresAt, today) ?? 0
  const when = `${formatDate(expiresAt, locale)} · ${formatDays(left)}`
  const end = left < 0 ? t`It expired on ${when}.` : t`It expires on ${when}.`
  const window = days && windowText({ ...days, expiresAt, today }, (date) => formatDate(date, locale), t)
  return window === null ? end : `${end} ${window}.`
}

type FrameProps = { title: string; back?: string; intro?: string; children?: ReactNode }

/** The page while its content loads, and around it. */
function Frame({ title, back, intro, children }: FrameProps) {
  return (
    <Page
      title={title}
      width="form"
      intro={intro}
      eyebrow={
        back !== undefined && (
          <Link
            to="/credentials/$id"
            params={{ id: back }}
            className="underline"
          >{t`Back to the credential`}</Link>
        )
      }
    >
      {children ?? <Skeleton className="h-96 w-full" />}
    </Page>
  )
}
