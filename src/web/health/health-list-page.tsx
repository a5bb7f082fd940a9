import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Lock, Paperclip, Plus } from 'lucide-react'
import { useState } from 'react'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthSearchText, healthStateText } from '#shared/health/record-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useDateContext, useToday } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { EmptyState, Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { healthRecordsQuery } from './api.ts'
import { HealthDueBadge } from './health-link.tsx'
import { datedTitle, dueText, healthHeadline, type ListedRecord, listRecords } from './health-page-text.ts'

/** With fewer records a search field is not worth its space. */
const MIN_SEARCHED = 9

/** Everything besides credentials that a job requires, with due dates. */
export function HealthListPage() {
  const { data, error, refetch } = useQuery({ ...healthRecordsQuery, staleTime: 0 })
  const today = useToday()
  const hasRecords = data !== undefined && data.length > 0
  return (
    <Page
      title={t`Health records`}
      width="form"
      isDense
      eyebrow={<Link to="/credentials" className="underline">{t`My Vault`}</Link>}
      intro={hasRecords && healthHeadline(data, today)}
      actions={
        hasRecords && (
          <ButtonLink to="/credentials/health/new" tone="primary" className="max-sm:flex-1">
            <Plus aria-hidden className="size-5" />
            {t`Add a record`}
          </ButtonLink>
        )
      }
    >
      {!data && error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList sizes={['h-16', 'h-72']} className="gap-4" />}
      {data?.length === 0 && <EmptyRecords />}
      {hasRecords && <Records records={data} />}
    </Page>
  )
}

function Records({ records }: { records: HealthRecord[] }) {
  const today = useToday()
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = listRecords(records, today).filter(({ record }) => hasWords(record, words))
  return (
    <div className="grid grid-cols-1 gap-8">
      <PrivacyNote />
      {records.length >= MIN_SEARCHED && (
        <TextField
          label={t`Search your health records`}
          type="search"
          value={typed}
          onChange={setTyped}
          placeholder={t`TB, clinic, 1860…`}
        />
      )}
      {shown.length === 0 && <p className="text-muted">{t`No record matches.`}</p>}
      {shown.length > 0 && (
        <>
          <ul className="divide-y divide-line border-line border-y">
            {shown.map((listed) => (
              <RecordRow key={listed.record.id} {...listed} />
            ))}
          </ul>
          <ListExportPicker
            name="health-records"
            title={t`Health records`}
            today={today}
            load={() =>
              import('./health-list-values.ts').then((module) =>
                module.healthTable(shown.map(({ record }) => record)),
              )
            }
          />
        </>
      )}
      <p className="text-muted text-sm">
        <Trans>
          These are your own records. Your employer or agency decides what it asks for and accepts.
        </Trans>
      </p>
    </div>
  )
}

function hasWords(record: HealthRecord, words: readonly string[]): boolean {
  const text = healthSearchText(record, t)
  return words.every((word) => text.includes(word))
}

function RecordRow({ record, due }: ListedRecord) {
  const context = useDateContext()
  const { id, fileIds } = record
  return (
    <li>
      <Link
        to="/credentials/health/$recordId"
        params={{ recordId: id }}
        className="flex min-h-14 items-center gap-3 py-2 text-ink no-underline hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="font-semibold [overflow-wrap:anywhere]">{datedTitle(record, context.locale)}</span>
          <span className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
            <span className="empty:hidden">{healthStateText(record, t)}</span>
            {fileIds.length > 0 && (
              <span className="inline-flex items-center gap-1">
                <Paperclip aria-hidden className="size-4" />
                {t`${plural(fileIds.length, { one: '# document', other: '# documents' })}`}
              </span>
            )}
            <HealthDueBadge state={due}>{dueText({ record, due }, context)}</HealthDueBadge>
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  )
}

function PrivacyNote() {
  return (
    <p className="flex max-w-[62ch] gap-2 text-muted text-sm">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t`Private: no share link shows any of these unless you tick it there, one by one.`}
    </p>
  )
}

function EmptyRecords() {
  return (
    <EmptyState
      title={t`What a job asks for besides your license`}
      body={t`Keep your TB test, vaccines and titers, physical, fit test, references and driver’s license here, each with its document, such as “MMR: 2 of 2 doses recorded”. They are private: no share link shows one unless you tick it.`}
      action={<ButtonLink to="/credentials/health/new" tone="primary">{t`Add the first record`}</ButtonLink>}
    />
  )
}
