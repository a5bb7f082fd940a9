import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Problem } from '#shared/http/errors.ts'
import {
  expiryProblems,
  type Shared,
  type ShareInput,
  type ShareMade,
  shareInput,
} from '#shared/shares/share.ts'
import { withProof } from '#web/auth/reauthentication/use-reauthentication.ts'
import { ceuKey } from '#web/ceu/api.ts'
import { credentialsKey } from '#web/credentials/api.ts'
import { createShare, previewShare, type ShareDraft, sharesKey } from '#web/shares/api.ts'
import { showServerErrors } from '#web/ui/form-errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type Lifetime, lifetimeMs, redactionsOf } from './share-form-text.ts'
import { thingQuery } from './use-shared-resources.ts'

/** What the form holds: the draft with all its things as a list, and the lifetime as she chose it. */
export type ShareValues = z.input<typeof shareInput> & { resources: Shared[]; lifetime: Lifetime }
export type ShareForm = UseFormReturn<ShareValues, unknown, ShareInput>

export const emptyValues = (resources: Shared[]): ShareValues => ({
  resourceType: 'packet',
  resources,
  masks: { hideNumber: false },
  includeFiles: true,
  allowDownloads: true,
  mode: 'live',
  recipient: null,
  note: null,
  expiresAt: null,
  lifetime: 'week',
  passcode: null,
  viewLimit: null,
  redactions: [],
})

/** As it is sent: one thing goes by its own name, several are a packet, and a lifetime becomes an instant. */
export function draftOf({ lifetime, ...values }: ShareValues, now: Date): ShareDraft {
  const [first, second] = values.resources
  const isOne = first !== undefined && second === undefined && first.resourceType !== 'file'
  const ms = lifetimeMs(lifetime)
  return {
    ...values,
    ...(isOne ? { ...first, resources: [] } : { resourceType: 'packet' as const, resourceId: null }),
    ...(ms === null ? {} : { expiresAt: new Date(now.getTime() + ms).toISOString() }),
  } as ShareDraft
}

const NO_TIME = 'Choose a day and a time'

function expiryMessage({ lifetime, expiresAt }: ShareValues, now: Date): string | null {
  if (lifetime !== 'custom') return null
  if (!expiresAt) return NO_TIME
  return expiryProblems(new Date(expiresAt), now)[0]?.message ?? null
}

const checked = zodResolver(shareInput)

/** The shared schema on what will be sent; a day that is not typed out would otherwise mean "in 7 days". */
export const shareResolver: Resolver<ShareValues, unknown, ShareInput> = async (values, context, options) => {
  const now = new Date()
  const result = await checked(draftOf(values, now), context, options as never)
  const message = expiryMessage(values, now)
  if (message === null) return result as never
  return { values: {}, errors: { ...result.errors, expiresAt: { type: 'custom', message } } } as never
}

const shownFields = ['resources', 'recipient', 'note', 'expiresAt', 'passcode', 'viewLimit']

/** As long as a second try may be the first one again; the instant in it is not too old by then. */
const SAME_TRY_MS = 50_000

type Try = { values: string; draft: ShareInput; key: string; at: number }
export type Made = { made: ShareMade; passcode: string | null }

/** One link: what she has chosen, the files that a hidden number keeps back, and the way to the server. */
export function useShareDraft(initial: Shared[], onMade: (made: Made, input: ShareInput) => void) {
  const queryClient = useQueryClient()
  const form: ShareForm = useForm({ resolver: shareResolver, defaultValues: emptyValues(initial) })
  const withheld = useWithheld(form)
  const [problem, setProblem] = useState<Problem | null>(null)
  const lastTry = useRef<Try | null>(null)
  const { isDirty } = form.formState

  /** The same values within a minute are the same try: a lost answer makes no second link. */
  function nextTry(draft: ShareInput): Try {
    const values = JSON.stringify([form.getValues(), draft.redactions])
    const last = lastTry.current
    if (last && last.values === values && Date.now() - last.at < SAME_TRY_MS) return last
    lastTry.current = { values, draft, key: crypto.randomUUID(), at: Date.now() }
    return lastTry.current
  }

  /** "For an hour" counts from when the link is made: she may have had to look for her phone in between. */
  function fromNow(input: ShareInput): ShareInput {
    const ms = lifetimeMs(form.getValues('lifetime'))
    return ms === null ? input : { ...input, expiresAt: new Date(Date.now() + ms).toISOString() }
  }

  /** With the covered pictures that this link really shows; asked anew, as she may have chosen other things since. */
  async function finished(input: ShareInput): Promise<ShareInput> {
    if (input.redactions.length === 0) return input
    const { withheld: kept } = await previewShare({ ...input, redactions: [] })
    return { ...input, redactions: redactionsOf(input, new Set(kept.map(({ fileId }) => fileId))) }
  }

  /** What was deleted meanwhile is no longer chosen, and no longer offered. */
  async function dropGone() {
    const chosen = form.getValues('resources')
    const isThere = await Promise.all(
      chosen.map((one) => queryClient.fetchQuery(thingQuery(one)).catch(() => true)),
    )
    form.setValue(
      'resources',
      chosen.filter((_, index) => isThere[index]),
      { shouldDirty: true },
    )
    for (const queryKey of [credentialsKey, ceuKey]) void queryClient.invalidateQueries({ queryKey })
  }

  const save = useMutation({
    mutationFn: async (input: ShareInput) => {
      const sent = await finished(input)
      const made = await withProof(() => {
        const { draft, key } = nextTry(fromNow(sent))
        return createShare(draft, key)
      })
      return { made, sent }
    },
    onSuccess: ({ made, sent }) => {
      void queryClient.invalidateQueries({ queryKey: sharesKey })
      onMade({ made, passcode: sent.passcode }, sent)
    },
  })
  // Not `isPending`, which a second press in the same instant would not see yet.
  const isUnderWay = useRef(false)

  /** Once the form is whole: one run at a time, its refusal on its fields or beside the buttons. */
  const whenWhole = (run: (input: ShareInput) => Promise<unknown>) =>
    form.handleSubmit(async (input) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setProblem(null)
      try {
        await run(input)
      } catch (error) {
        setProblem(showServerErrors(error, shownFields, form.setError, instead))
        if (toProblem(error).status === 404) await dropGone()
      } finally {
        isUnderWay.current = false
      }
    })

  return {
    form,
    withheld,
    problem,
    isSaving: save.isPending,
    isDirty,
    submit: whenWhole(save.mutateAsync),
    /** Calls back with what would be sent, once it is whole. */
    check: (then: (draft: ShareInput) => void) => whenWhole(async (input) => then(await finished(input)))(),
  }
}

/** Asked of the server, which alone knows what hangs on what; asked only while it matters. */
function useWithheld({ control }: ShareForm) {
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

const GONE = 'One of these was deleted meanwhile, perhaps in another window. Choose again what to show.'

/** Where the server's own sentence would not say what to do. */
const instead: Partial<Record<Problem['code'], string>> = {
  not_authenticated:
    'Your session ended. What you chose is still here: sign in again in another window, then make the link in this one.',
  cancelled: 'No link was made. What you chose is still here.',
  license_not_found: GONE,
  certification_not_found: GONE,
  ceu_cycle_not_found: GONE,
  file_not_found: GONE,
}
