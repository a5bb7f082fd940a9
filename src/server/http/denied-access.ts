import type { MiddlewareHandler } from 'hono'
import { audit } from '#server/audit/store.ts'
import type { Services } from '#server/services.ts'
import type { ResourceType } from '#shared/files/file.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import type { AppEnv } from './route.ts'

type OwnedResource = ResourceType | 'file' | 'requirementList' | 'residence' | 'import'

const resources: Partial<Record<ProblemCode, OwnedResource>> = {
  license_not_owned: 'license',
  certification_not_owned: 'certification',
  ceu_cycle_not_owned: 'ceuCycle',
  ceu_entry_not_owned: 'ceuEntry',
  competency_record_not_owned: 'competencyRecord',
  import_not_owned: 'import',
  lookup_not_owned: 'lookup',
  mail_not_owned: 'mail',
  health_record_not_owned: 'healthRecord',
  renewal_not_owned: 'renewal',
  requirement_list_not_owned: 'requirementList',
  residence_not_owned: 'residence',
  file_not_owned: 'file',
  share_not_owned: 'share',
}

/**
 * Records that someone requested another owner's record. Runs after the refusal, because the rollback of the refused
 * request would also undo this record. `own` are the resources that the router's `{id}` names. Only they are recorded:
 * another owner's file or cycle can also appear in the body of a change to the user's own record.
 */
export function auditRefusals(services: Services, ...own: OwnedResource[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const resource = c.error instanceof Problem ? resources[c.error.code] : undefined
    if (resource === undefined) return
    const params: Record<string, string | undefined> = c.req.param()
    const { id, cycleId, importId } = params
    const named = own.some((each) => each === resource) ? (id ?? importId) : undefined
    await audit(services.db, c.var.actor, services.clock.now(), 'security_unauthorized_access', {
      resource,
      resourceId: named ?? (resource === 'ceuCycle' ? cycleId : undefined) ?? null,
    })
  }
}
