import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { CreatedShare, SharedResource, ShareInput } from '#shared/shares/share.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { ceuKey } from '#web/ceu/api.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { healthKey } from '#web/health/api.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { createShare, previewShare, sharesKey } from '#web/shares/owner/api.ts'
import { lifetimeMs } from '#web/shares/owner/share-lifetime-picker.tsx'
import { useEarlierBoxes } from '#web/shares/redaction/use-earlier-boxes.ts'
import { redactionsOf, type useUploadedPictures } from '#web/shares/redaction/use-redaction.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type ProblemTexts, useSubmit } from '#web/ui/use-save.ts'
import { draftOf, emptyValues, type ShareForm, shareResolver } from './share-values.ts'
import { resourceExists } from './use-shared-resources.ts'

const fieldsWithErrors = ['resources', 'recipient', 'note', 'expiresAt', 'passcode', 'viewLimit']

/** A retry reuses the idempotency key for this long, while the submitted expiration is still recent enough. */
const RETRY_MS = 50_000

type Attempt = { values: string; input: ShareInput; key: string; at: number }
export type ShareResult = { share: CreatedShare; passcode: string | null }

/** The share form: its values, the files that are left out while numbers are hidden, and `createShare`. */
export function useShareDraft(
  initial: SharedResource[],
  pictures: ReturnType<typeof useUploadedPictures>,
  onCreated: (result: ShareResult, input: ShareInput) => void,
) {
  const queryClient = useQueryClient()
  const form: ShareForm = useForm({ resolver: shareResolver, defaultValues: emptyValues(initial) })
  const withheld = useWithheldFiles(form)
  const redactions = () => form.getValues('redactions') ?? []
  const earlierBoxes = useEarlierBoxes({
    files: withheld.data,
    redactions,
    onRedacted: (redaction) => {
      pictures.add(redaction.pictureIds)
      form.setValue('redactions', [...redactions(), redaction], { shouldDirty: true })
    },
  })
  const lastAttempt = useRef<Attempt | null>(null)
  const { isDirty } = form.formState

  /** Equal values within a minute are the same attempt, so that a lost response creates no second share. */
  function nextAttempt(input: ShareInput): Attempt {
    const values = JSON.stringify([form.getValues(), input.redactions])
    const last = lastAttempt.current
    if (last && last.values === values && Date.now() - last.at < RETRY_MS) return last
    lastAttempt.current = { values, input, key: crypto.randomUUID(), at: Date.now() }
    return lastAttempt.current
  }

  /** A lifetime counts from when the share is created. That may be later, after a reauthentication. */
  function withExpiryFromNow(input: ShareInput): ShareInput {
    const ms = lifetimeMs(form.getValues('lifetime'))
    return ms === null ? input : { ...input, expiresAt: new Date(serverNow().getTime() + ms).toISOString() }
  }

  /** Keeps only redactions of files that the share still shows. The selection may have changed. */
  async function withCurrentRedactions(values: ShareInput): Promise<ShareInput> {
    if (!(await earlierBoxes.finish())) throw new Problem('unexpected', { detail: NOT_COVERED })
    const input = { ...values, redactions: redactions() }
    if (input.redactions.length === 0) return input
    const preview = await previewShare({ ...input, redactions: [] })
    const fileIds = new Set(preview.withheld.map(({ fileId }) => fileId))
    return { ...input, redactions: redactionsOf(input, fileIds) }
  }

  /** Deselects resources that were deleted meanwhile, and reloads the options. */
  async function dropDeletedResources() {
    const selected = form.getValues('resources')
    const exists = await Promise.all(
      selected.map((resource) => resourceExists(queryClient, resource).catch(() => true)),
    )
    const left = selected.filter((_, index) => exists[index])
    form.setValue('resources', left, { shouldDirty: true })
    for (const queryKey of [credentialsKey, ceuKey, healthKey])
      void queryClient.invalidateQueries({ queryKey })
  }

  const save = useMutation({
    mutationFn: async (values: ShareInput) => {
      const input = await withCurrentRedactions(values)
      const share = await withReauthentication(() => {
        const attempt = nextAttempt(withExpiryFromNow(input))
        return createShare(attempt.input, attempt.key)
      })
      return { share, input }
    },
    onSuccess: ({ share, input }) => {
      void queryClient.invalidateQueries({ queryKey: sharesKey })
      onCreated({ share, passcode: input.passcode }, input)
    },
  })
  const { submitWith, problem } = useSubmit(form, { fields: fieldsWithErrors, texts: messages })
  const whenValid = (run: (input: ShareInput) => Promise<unknown>) =>
    submitWith(async (input) => {
      await run(input).catch(async (error) => {
        if (toProblem(error).status === 404) await dropDeletedResources()
        throw error
      })
    })

  return {
    form,
    withheld,
    earlierBoxes,
    problem,
    isSaving: save.isPending,
    isDirty,
    submit: whenValid(save.mutateAsync),
    /** Calls back with the input that would be sent, once it is valid. */
    check: (onValid: (input: ShareInput) => void) =>
      whenValid(async (input) => onValid(await withCurrentRedactions(input)))(),
  }
}

/** Only the server knows which files belong to the selection. It is asked only while numbers are hidden. */
function useWithheldFiles({ control }: ShareForm) {
  const [resources, hideNumber, includeFiles] = useWatch({
    control,
    name: ['resources', 'masks.hideNumber', 'includeFiles'],
  })
  const draft = draftOf({ ...emptyValues(resources), masks: { hideNumber: true } }, new Date(0))
  return useQuery({
    queryKey: ['share-withheld', resources],
    queryFn: async ({ signal }) => {
      const { withheld } = await previewShare({ ...draft, expiresAt: null }, signal)
      return withheld
    },
    enabled: hideNumber === true && includeFiles === true && resources.length > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

const NOT_COVERED = msg`A file could not be covered as in your earlier link, so it would be left out. Review your files, then create the link.`

const DELETED = msg`An item you selected was deleted meanwhile, perhaps in another window. Review your selection and try again.`

/** Used if the server's sentence does not fit this screen. */
const messages: ProblemTexts = {
  not_authenticated: msg`Your session ended. Your selections are still here: sign in again in another window, then create the link in this one.`,
  cancelled: msg`No link was created. Your selections are still here.`,
  license_not_found: DELETED,
  certification_not_found: DELETED,
  ceu_cycle_not_found: DELETED,
  health_record_not_found: DELETED,
  file_not_found: DELETED,
}
