import type { Redaction } from '#shared/shares/redaction.ts'
import type { ShareInput } from '#shared/shares/share.ts'

type RedactionDraft = Pick<ShareInput, 'masks' | 'includeFiles' | 'redactions'>

/** A request may have 5,000 values, and every picture is one of them. */
const MAX_COVER_VALUES = 2000

/**
 * The redactions to send: only redactions of withheld files that the share shows. Others would store unused pictures.
 */
export function redactionsOf(
  { masks, includeFiles, redactions }: RedactionDraft,
  withheld: ReadonlySet<string>,
): Redaction[] {
  if (!masks.hideNumber || !includeFiles) return []
  let left = MAX_COVER_VALUES
  return redactions
    .filter(({ fileId }) => withheld.has(fileId))
    .map((redaction) => {
      left -= valuesIn(redaction)
      return left < 0 ? { ...redaction, covers: null } : redaction
    })
}

/** A box has five values in JSON: itself and its four numbers. */
function valuesIn({ covers }: Redaction): number {
  return (covers ?? []).reduce((sum, boxes) => sum + 1 + 5 * boxes.length, 1)
}
