import { z } from 'zod'
import { type ProofRetention, retentionState } from './proof-retention.ts'

/** Proof of CE in a trash item that must still be kept. */
export const keptProof = z.object({
  until: z.string().nullable().describe('The last day; `null`: no period was found'),
  board: z.string().nullable().describe('Who asks for it'),
})
export type KeptProof = z.infer<typeof keptProof>

/** `null` once no rule requires it any longer. */
export function keptProofOf(retention: ProofRetention, today: string): KeptProof | null {
  const state = retentionState(retention, today)
  if (state === 'over') return null
  const { strictest, silent } = retention
  if (state === 'keep' && strictest) return { until: strictest.until, board: strictest.board }
  return { until: null, board: silent[0] ?? null }
}
