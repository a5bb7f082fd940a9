import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { expiryProblems, type SharedResource, type ShareInput, shareInput } from '#shared/shares/share.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { t } from '#web/i18n/t.ts'
import type { ShareDraft } from '#web/shares/owner/api.ts'
import { type Lifetime, lifetimeMs } from '#web/shares/owner/share-lifetime-picker.tsx'

/** The form's values, which always include a list of resources and the selected lifetime. */
export type ShareValues = z.input<typeof shareInput> & { resources: SharedResource[]; lifetime: Lifetime }
export type ShareForm = UseFormReturn<ShareValues, unknown, ShareInput>

export const emptyValues = (resources: SharedResource[]): ShareValues => ({
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
  language: null,
  redactions: [],
})

/** The request body. A single record is shared as itself, anything else as a packet. A lifetime becomes an instant. */
export function draftOf({ lifetime, ...values }: ShareValues, now: Date): ShareDraft {
  const [first, second] = values.resources
  const ms = lifetimeMs(lifetime)
  const expiresAt = ms === null ? values.expiresAt : new Date(now.getTime() + ms).toISOString()
  if (
    first === undefined ||
    second !== undefined ||
    first.resourceType === 'file' ||
    first.resourceType === 'healthRecord'
  )
    return { ...values, expiresAt, resourceType: 'packet', resourceId: null }
  const { resourceType, resourceId } = first
  return { ...values, expiresAt, resourceType, resourceId, resources: [] }
}

function expiryMessage({ lifetime, expiresAt }: ShareValues, now: Date): string | null {
  if (lifetime !== 'custom') return null
  if (!expiresAt) return t`Choose a day and a time`
  return expiryProblems(new Date(expiresAt), now)[0]?.message ?? null
}

const resolveDraft = zodResolver(shareInput)

/** Validates the request body. An incomplete custom date is an error: as `null` it would mean "in 7 days". */
export const shareResolver: Resolver<ShareValues, unknown, ShareInput> = async (
  values,
  context,
  { names: _names, ...options },
) => {
  const now = serverNow()
  const result = await resolveDraft(draftOf(values, now), context, options)
  const message = expiryMessage(values, now)
  if (message === null) return result
  return { values: {}, errors: { ...result.errors, expiresAt: { type: 'custom', message } } }
}
