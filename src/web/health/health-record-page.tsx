import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Ellipsis, FileWarning, Lock, Pencil, Trash2 } from 'lucide-react'
import { healthCatalog } from '#shared/health/catalog.ts'
import { healthDueState } from '#shared/health/due.ts'
import { type HealthRecord, titerResults } from '#shared/health/record.ts'
import { fieldText, healthStateText, healthTitle, performedDates } from '#shared/health/record-text.ts'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext, useUser } from '#web/session/session.ts'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { DetailRow, Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { healthRecordsQuery, removeHealthRecord, restoreHealthRecord } from './api.ts'
import { HealthDueBadge } from './health-link.tsx'
import { BackToHealthLink, HealthLoadingView } from './health-loading-view.tsx'
import { datedTitle, dueText, performedText } from './health-page-text.ts'

const route = getRouteApi('/credentials/health/$recordId')

export function HealthRecordPage() {
  const { recordId } = route.useParams()
  return (
    <HealthLoadingView recordId={recordId}>
      {(record) => <RecordDetail key={recordId} record={record} />}
    </HealthLoadingView>
  )
}

function RecordDetail({ record }: { record: HealthRecord }) {
  const navigate = useNavigate()
  const removal = useRemoval<HealthRecord>(
    {
      nameOf: (removed) => healthTitle(removed, t),
      remove: ({ id }) => removeHealthRecord(id),
      restore: ({ id }) => restoreHealthRecord(id),
    },
    () => void navigate({ to: '/credentials/health', replace: true }),
  )
  const { data: all = [record] } = useQuery(healthRecordsQuery)
  const context = useDateContext()
  const due = healthDueState(record, all, context.today)
  if (removal.isRemoved) return <PageSpinner />
  return (
    <Page
      title={datedTitle(record, context.locale)}
      width="form"
      eyebrow={<BackToHealthLink />}
      intro={healthStateText(record, t)}
      actions={
        <>
          <ButtonLink to="/credentials/health/$recordId/edit" params={{ recordId: record.id }}>
            <Pencil aria-hidden className="size-4" />
            {t`Edit`}
          </ButtonLink>
          <Menu
            aria-label={t`More actions`}
            trigger={
              <IconButton label={t`More`} icon={Ellipsis} className="border border-line-strong bg-surface" />
            }
            items={[{ id: 'delete', label: t`Delete`, icon: Trash2, onAction: () => removal.remove(record) }]}
          />
        </>
      }
    >
      <div className="grid grid-cols-1 gap-8">
        <div className="grid gap-2">
          <HealthDueBadge state={due}>{dueText({ record, due }, context)}</HealthDueBadge>
          <Facts record={record} />
        </div>
        <Documents fileIds={record.fileIds} />
        <p className="flex max-w-[62ch] gap-2 text-muted text-sm">
          <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t`Private: no share link shows it unless you tick it there. This is what you recorded, not a statement that it meets anyone’s requirements.`}
        </p>
      </div>
    </Page>
  )
}

function Facts({ record }: { record: HealthRecord }) {
  const { locale } = useUser()
  const { kind, dueOn, fields, doses, titers, notes } = record
  const { dueLabel, fields: known, series } = healthCatalog[kind]
  return (
    <dl className="divide-y divide-line border-line border-y">
      {performedDates(record).map(({ label, on }) => (
        <DetailRow key={label} name={t(label)}>
          {performedText(on, locale)}
        </DetailRow>
      ))}
      {doses.map(({ givenOn, product }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: doses have no id, and nothing moves
        <DetailRow key={index} name={t`Dose ${index + 1}`}>
          {[formatDate(givenOn, locale), product].filter(Boolean).join(' · ')}
        </DetailRow>
      ))}
      {titers.map(({ takenOn, antigen, result }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titers have no id, and nothing moves
        <DetailRow key={index} name={t`Titer`}>
          {[
            t(series?.antigens.find(({ id }) => id === antigen)?.label ?? ''),
            t(titerResults[result]),
            formatDate(takenOn, locale),
          ]
            .filter(Boolean)
            .join(' · ')}
        </DetailRow>
      ))}
      {known.map(({ key, label, sharing }) => (
        <DetailRow key={key} name={t(label)} isMono={sharing === 'number' && key !== 'contact'}>
          {fieldText(kind, key, fields, t)}
        </DetailRow>
      ))}
      <DetailRow name={t(dueLabel)}>{dueOn && formatDate(dueOn, locale)}</DetailRow>
      <DetailRow name={t`Notes`}>{notes && <span className="whitespace-pre-line">{notes}</span>}</DetailRow>
    </dl>
  )
}

function Documents({ fileIds }: { fileIds: string[] }) {
  return (
    <section aria-labelledby="documents-title" className="grid grid-cols-1 gap-3">
      <h2 id="documents-title" className="text-lg">{t`Documents`}</h2>
      {fileIds.length === 0 ? (
        <p className="flex gap-2 text-sm">
          <FileWarning aria-hidden className="mt-0.5 size-4 shrink-0 text-renewal" />
          {t`No document attached. Employers usually ask for one.`}
        </p>
      ) : (
        <AttachmentList fileIds={fileIds} />
      )}
    </section>
  )
}
