import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { MAX_RESOURCES } from '#shared/shares/share.ts'
import { healthRecordsQuery } from '#web/health/api.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import type { ResourceOption } from '#web/shares/form/resource-options.ts'
import { ShareForm } from '#web/shares/form/share-form.tsx'
import type { ShareResult } from '#web/shares/form/use-share-draft.ts'
import {
  useFileOption,
  useFileOptionsById,
  useResourceOptions,
} from '#web/shares/form/use-shared-resources.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, Page } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { ShareCreatedView } from './share-created-view.tsx'

const route = getRouteApi('/credentials/shares/new')

export function ShareNewPage() {
  const [result, setResult] = useState<ShareResult | null>(null)
  return result ? <CreatedPage result={result} /> : <FormPage onCreated={setResult} />
}

function FormPage({ onCreated }: { onCreated(result: ShareResult): void }) {
  const { license, certification, cycle, file, items } = route.useSearch()
  const chosen = chosenItems(items ?? '')
  const context = useDateContext()
  const { credentials, cycles, error, isPending, retry } = useResourceOptions(context)
  const single = useFileOption(file)
  const several = useFileOptionsById(chosen.fileIds)
  const loadError = error ?? single.error ?? several.error
  const wanted = [license, certification, cycle, ...chosen.recordIds].filter((id) => id !== undefined)
  return (
    <Page
      title={t`Share your credentials`}
      eyebrow={<BackToShares />}
      heading={t`What do you want to share?`}
      intro={t`You get a link to send and a QR code to show. Recipients need no account, and you can end the link at any time.`}
    >
      {loadError ? (
        <ProblemNote
          problem={loadError}
          onRetry={() => {
            retry()
            single.retry()
            several.retry()
          }}
        />
      ) : isPending || single.isPending || several.isPending || !credentials || !cycles ? (
        <SkeletonList sizes={['h-80', 'h-48', 'h-32']} className="gap-8" />
      ) : (
        <LoadedForm
          options={{ credentials, cycles }}
          wanted={wanted}
          files={[...(single.file ? [single.file] : []), ...several.files]}
          wantedFiles={chosen.fileIds.length + (file ? 1 : 0)}
          onCreated={onCreated}
        />
      )}
    </Page>
  )
}

/** The records and files of a requirement list: "license:…,file:…". */
function chosenItems(param: string): { recordIds: string[]; fileIds: string[] } {
  const items = param.split(',').map((item) => item.split(':'))
  const idsOf = (wantsFile: boolean) =>
    items.flatMap(([type, id]) => (id && (type === 'file') === wantsFile ? id : []))
  return { recordIds: [...new Set(idsOf(false))], fileIds: [...new Set(idsOf(true))] }
}

type LoadedFormProps = {
  options: { credentials: ResourceOption[]; cycles: ResourceOption[] }
  wanted: string[]
  /** Files that were not deleted. */
  files: ResourceOption[]
  wantedFiles: number
  onCreated(result: ShareResult): void
}

function LoadedForm({ options, wanted, files, wantedFiles, onCreated }: LoadedFormProps) {
  const all = [...options.credentials, ...options.cycles]
  const ids = new Set(all.map(({ resourceId }) => resourceId))
  const [found] = useState(() => [...all.filter(({ resourceId }) => wanted.includes(resourceId)), ...files])
  const first = found.slice(0, MAX_RESOURCES)
  const expected = wanted.length + wantedFiles
  const hasNone = all.length + first.length === 0
  const health = useQuery({ ...healthRecordsQuery, enabled: hasNone })
  if (hasNone && health.isPending) return <SkeletonList sizes={['h-80', 'h-48', 'h-32']} className="gap-8" />
  return (
    <>
      {found.length < expected && (
        <p className="text-muted">
          {expected === 1
            ? t`The item you came from is no longer in your vault.`
            : t`Some of the items you came from are no longer in your vault.`}
        </p>
      )}
      {found.length > first.length && (
        <p className="text-muted">{t`A link holds at most ${MAX_RESOURCES} items: the first ${MAX_RESOURCES} are chosen.`}</p>
      )}
      {hasNone && !health.data?.length ? (
        <EmptyState
          title={t`Nothing to share yet`}
          body={t`Add a license or certification first. Then you can share it with a recruiter as one link, with its dates and card, for as long as you choose.`}
          action={
            <ButtonLink
              to="/upload"
              search={{ kind: 'license' }}
              tone="primary"
            >{t`Add a license`}</ButtonLink>
          }
        />
      ) : (
        <ShareForm
          options={options}
          first={first.filter((one) => one.resourceType === 'file' || ids.has(one.resourceId))}
          onCreated={onCreated}
        />
      )}
    </>
  )
}

function CreatedPage({ result: { share, passcode } }: { result: ShareResult }) {
  const heading = useRef<HTMLSpanElement>(null)
  // The form is gone, and the user had scrolled to its end.
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Page
      title={t`Your link is ready`}
      heading={<span ref={heading} tabIndex={-1} className="outline-none">{t`Your link is ready`}</span>}
      eyebrow={<BackToShares />}
      intro={
        share.recipient
          ? t`Send it to ${share.recipient}, or let them scan the QR code.`
          : t`Send it, or let someone scan the QR code.`
      }
    >
      <ShareCreatedView share={share} passcode={passcode} />
      <ButtonLink to="/credentials/shares" className="w-fit">{t`See all your links`}</ButtonLink>
    </Page>
  )
}

function BackToShares() {
  return <Link to="/credentials/shares" className="underline">{t`Share links`}</Link>
}
