import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import { exportName } from '#shared/transfer/export.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { LabeledProgressBar } from '#web/ui/spinner.tsx'
import { exportSummaryQuery } from './api.ts'
import { exportText, integrityText, progressText, sizeText } from './transfer-text.ts'
import { type ExportState, useExport } from './use-export.ts'

/** Everything in the vault, in one file that opens without Lanyard. */
export function ExportCard() {
  const { data: summary } = useQuery(exportSummaryQuery)
  const { state, start, cancel } = useExport(exportName(useToday()), summary?.bytes ?? 0)
  const isWorking = state.step === 'working'
  return (
    <section aria-labelledby="export-title" className="grid gap-4">
      <div className="grid max-w-[62ch] gap-1">
        <h3 id="export-title" className="text-lg">{t`Export your data`}</h3>
        <p className="text-muted">
          <Trans>
            One ZIP with all your records as data and spreadsheets, every file exactly as you uploaded it, and
            a page to read it all in any browser, without Lanyard. It contains your license numbers and
            documents: keep it somewhere private.
          </Trans>
        </p>
        <p className="min-h-6">{summary && exportText(summary)}</p>
      </div>
      {isWorking ? (
        <div className="grid max-w-xl gap-4">
          <LabeledProgressBar
            label={t`Exporting`}
            words={progressText(state.progress)}
            done={state.progress?.done ?? null}
            total={state.progress?.total ?? 1}
          />
          <Button className="justify-self-start" onPress={cancel}>{t`Cancel`}</Button>
        </div>
      ) : (
        <Button
          tone="primary"
          className="justify-self-start"
          isDisabled={!summary}
          onPress={() => void start()}
        >
          <Download aria-hidden className="size-5" />
          {state.step === 'saved' ? t`Export again` : t`Export everything`}
        </Button>
      )}
      <Outcome state={state} />
    </section>
  )
}

function Outcome({ state }: { state: ExportState }) {
  return (
    <>
      <div role="status" className="grid max-w-xl gap-3">
        {state.step === 'saved' && <Saved {...state} />}
        {state.step === 'handed' && (
          <p className="rounded-card bg-renewal-soft p-4">
            <Trans>
              This export is large, so your browser downloads it directly. Check its download list for
              progress. If the download fails there, nothing usable was saved: start again.
            </Trans>
          </p>
        )}
      </div>
      {state.step === 'failed' && (
        <div className="grid max-w-xl gap-3">
          <ProblemNote problem={state.problem} />
          <p className="font-semibold">
            {state.leftover === null
              ? t`No file was saved. The partial download was deleted.`
              : t`Nothing usable was saved. Delete the file “${state.leftover}” yourself: your browser does not let us do it.`}
          </p>
        </div>
      )}
    </>
  )
}

function Saved({ name, size, faults }: { name: string; size: number; faults: number }) {
  const missing = integrityText(faults)
  return (
    <>
      <p className="flex gap-2.5 rounded-card bg-active-soft p-4">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-active" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t`Saved as “${name}”, ${sizeText(size)}. Unzip it and open index.html to read it.`}
        </span>
      </p>
      {missing && (
        <p className="flex gap-2.5 rounded-card bg-expiring-soft p-4">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
          <span className="min-w-0">{missing}</span>
        </p>
      )}
    </>
  )
}
