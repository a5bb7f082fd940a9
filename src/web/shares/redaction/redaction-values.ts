import type { Redaction } from '#shared/shares/redaction.ts'
import type { ShareInput } from '#shared/shares/share.ts'

type RedactionDraft = Pick<ShareInput, 'masks' | 'includeFiles' | 'redactions'>

/** The redactions to send: only those of withheld files that the share shows. Any other would store unused pictures. */
export function redactionsOf(
  { masks, includeFiles, redactions }: RedactionDraft,
  withheld: ReadonlySet<string>,
): Redaction[] {
  if (!masks.hideNumber || !includeFiles) return []
  return redactions.filter(({ fileId }) => withheld.has(fileId))
}
