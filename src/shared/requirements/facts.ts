import { z } from 'zod'
import { kind } from '#shared/credentials/credential.ts'
import { healthKind } from '#shared/health/kinds.ts'

const day = z.string().nullable()

/** The parts of the vault that a list can ask for: current credentials, CE entries, and the chosen files. */
export const vaultFacts = z.object({
  credentials: z.array(
    z.object({
      id: z.string(),
      kind,
      title: z.string(),
      type: z.string().nullable(),
      state: z.string().nullable(),
      multistate: z.boolean().nullable(),
      code: z.string().nullable(),
      name: z.string().nullable(),
      issuedAt: day,
      expiresAt: day,
      neverExpires: z.boolean(),
    }),
  ),
  entries: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      hours: z.number(),
      completedAt: z.string(),
      topicTags: z.array(z.string()),
      fileIds: z.array(z.string()),
    }),
  ),
  files: z.array(z.object({ id: z.string(), name: z.string() })).describe('Those chosen in lists'),
  healthRecords: z.array(
    z.object({ id: z.string(), kind: healthKind, title: z.string(), performedOn: day, expiresOn: day }),
  ),
})
export type VaultFacts = z.infer<typeof vaultFacts>
export type CredentialFact = VaultFacts['credentials'][number]
export type EntryFact = VaultFacts['entries'][number]

export const noFacts: VaultFacts = { credentials: [], entries: [], files: [], healthRecords: [] }
