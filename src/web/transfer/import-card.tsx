import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import type { ImportResult } from '#shared/transfer/import.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { LabeledProgressBar } from '#web/ui/spinner.tsx'
import { exportSummaryQuery, type ImportProgress, importZip } from './api.ts'
import { importedText, sizeText, skippedTexts } from './transfer-text.ts'

/** Imports an export of another installation into a vault that is still empty. */
export function ImportCard({ file }: { file: File }) {
  const { data: summary } = useQuery(exportSummaryQuery)
  const { state, start, cancel } = useImport()
  const isEmpty = summary?.isEmpty === true
  return (
    <section aria-labelledby="import-title" className="grid gap-4">
      <div className="grid max-w-[62ch] gap-1">
        <h3 id="import-title" className="text-lg">{t`Move from another Lanyard`}</h3>
        <p className="text-muted">
          <Trans>
            This adds your credentials, CE, files, trash and reminder settings from there. Your sign-in,
            activity and share links are not included.
          </Trans>
        </p>
        {summary && !isEmpty && state.step !== 'done' && (
          <p id="import-why">
            <Trans>
              You can import only into an empty vault, so that nothing gets mixed up. Your vault or its trash
              is not empty.
            </Trans>
          </p>
        )}
      </div>
      {state.step === 'working' ? (
        <ImportProgressView progress={state.progress} onCancel={cancel} />
      ) : (
        state.step !== 'done' && (
          <Button
            tone="primary"
            className="justify-self-start"
            isDisabled={!isEmpty}
            aria-describedby={isEmpty ? undefined : 'import-why'}
            onPress={() => void start(file)}
          >
            <Upload aria-hidden className="size-5" />
            {t`Import this ZIP`}
          </Button>
        )
      )}
      <div role="status" className="grid max-w-xl gap-3">
        {state.step === 'done' && <ImportResultView result={state.result} />}
      </div>
      {state.step === 'failed' && (
        <div className="max-w-xl">
          <ProblemNote problem={state.problem} />
        </div>
      )}
    </section>
  )
}

function ImportProgressView({ progress, onCancel }: { progress: ImportProgress; onCancel: () => void }) {
  const { step, done, total } = progress
  const isSending = step === 'sending' && done < total
  const text = isSending
    ? t`Uploading: ${sizeText(done)} of ${sizeText(total)}`
    : step === 'sending'
      ? t`Reading the ZIP…`
      : done < total
        ? t`Checking files: ${done} of ${total}`
        : 'Saving…'
  return (
    <div className="grid max-w-xl gap-4">
      <LabeledProgressBar
        label={t`Importing`}
        words={text}
        done={isSending || step === 'checking' ? done : null}
        total={total}
      />
      <Button className="justify-self-start" onPress={onCancel}>{t`Cancel`}</Button>
    </div>
  )
}

function ImportResultView({ result }: { result: ImportResult }) {
  return (
    <>
      <p className="flex gap-2.5 rounded-card bg-active-soft p-4">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-active" />
        <span className="min-w-0">{importedText(result)}</span>
      </p>
      <p>{t`You can undo it below for 30 days.`}</p>
      {skippedTexts(result).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <ButtonLink
        to="/credentials"
        tone="primary"
        className="justify-self-start"
      >{t`Open my vault`}</ButtonLink>
    </>
  )
}

type ImportState =
  | { step: 'idle' }
  | { step: 'working'; progress: ImportProgress }
  | { step: 'done'; result: ImportResult }
  | { step: 'failed'; problem: Problem }

/** Imports a ZIP, all of it or nothing, and then refreshes every query. */
function useImport() {
  const queryClient = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start(zip: File) {
    const own = new AbortController()
    abort.current = own
    setState({ step: 'working', progress: { step: 'sending', done: 0, total: zip.size } })
    try {
      const onProgress = (progress: ImportProgress) => setState({ step: 'working', progress })
      const result = await importZip(zip, { signal: own.signal, onProgress })
      setState({ step: 'done', result })
      await queryClient.invalidateQueries()
    } catch (error) {
      if (own.signal.aborted) setState({ step: 'idle' })
      else setState({ step: 'failed', problem: toProblem(error) })
    }
  }

  return { state, start, cancel: () => abort.current?.abort() }
}
