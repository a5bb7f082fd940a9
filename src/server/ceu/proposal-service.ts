import { listCredentials } from '#server/credentials/list-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { proposeCycle } from '#shared/ceu/proposal.ts'
import type { RuleBook } from '#shared/ceu/rule-book.ts'
import { MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { type CycleRecord, listCycles } from './cycle-store.ts'

type Context = { rules: RuleBook; today: string }

/** The next cycle of each license, and of each certification with a rule. */
export async function listProposals(db: Db, owner: Owner, context: Context): Promise<CycleProposal[]> {
  const query = { sort: 'expiresAt', order: 'asc', archived: false, limit: MAX_CREDENTIALS } as const
  const { items: credentials } = await listCredentials(db, owner, query, context.today)
  const cycles = await listCycles(db, owner)
  const birthMonth = (await findUserById(db, owner))?.birthMonth ?? null
  return proposeCycles({ credentials, cycles, birthMonth }, context)
}

type Recorded = { credentials: CredentialRecord[]; cycles: CycleRecord[]; birthMonth: number | null }

type Ruled = Pick<CredentialRecord, 'kind' | 'state' | 'type' | 'code'>

/** The rule for the cycle of a credential that ends on this date. */
export function ruleForCredential(rules: RuleBook, { kind, state, type, code }: Ruled, cycleEnd: string) {
  return kind === 'license'
    ? rules.forLicense({ state: state ?? '', type: type ?? '' }, cycleEnd)
    : rules.forCertification(code ?? '', cycleEnd)
}

/** In the order of `credentials`, which must be the current ones. */
export function proposeCycles(
  { credentials, cycles, birthMonth }: Recorded,
  { rules, today }: Context,
): CycleProposal[] {
  return credentials.flatMap((credential) => {
    const { kind, title, name, state } = credential
    const ruleFor = (cycleEnd: string) => ruleForCredential(rules, credential, cycleEnd)
    if (kind !== 'license' && !ruleFor(today)) return []
    const earlier = cycles.filter(
      ({ licenseId, certificationId }) => (licenseId ?? certificationId) === credential.id,
    )
    const { issuedAt, expiresAt, renewalCycle } = credential
    const credentialTitle = title ?? name ?? ''
    const summary = {
      credentialId: credential.id,
      kind,
      credentialTitle,
      state,
      issuedAt,
      expiresAt,
      renewalCycle,
      birthMonth,
    }
    return proposeCycle(summary, ruleFor, earlier, today)
  })
}
