import type { Context } from 'hono'
import { listRulesWithGaps } from '#server/ceu/rule-gap-service.ts'
import {
  type InstallServices,
  installPack,
  rollBackPack,
  uploadPack,
  whyNotNewer,
} from '#server/ceu/rule-install-service.ts'
import { differencesTo, tooLarge } from '#server/ceu/rule-pack-service.ts'
import { findPackContent, listPacks } from '#server/ceu/rule-pack-store.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { readOneFile } from '#server/http/multipart.ts'
import { createRouter } from '#server/http/route.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import type { Services } from '#server/services.ts'
import { MAX_PACK_BYTES, packVersion } from '#shared/ceu/rule-pack.ts'
import { Problem } from '#shared/http/errors.ts'
import { rulePackContract } from '#shared/ops/contract.ts'
import { operatorOnly } from './operator.ts'
import { packPage, pagePolicy, reviewPage, rulesPage } from './rule-pack-page.ts'

const base = '/ops/rules'
const route = routesAt(base, rulePackContract)

type PageServices = InstallServices & Pick<Services, 'config' | 'limits'>

/** `/ops/rules`: the operator loads newer CE rules in a browser, sees what they change, installs them and goes back. */
export function rulePackRoutes(services: PageServices) {
  const guards = [operatorOnly(services), sameOrigin(services.config)] as const
  return createRouter()
    .openapi(route('GET /ops/rules', ...guards), async (c) => c.html(await overview(c, services), 200))
    .openapi(route('POST /ops/rules', ...guards), (c) =>
      redirectAfter(c, services, async () => {
        const { manifest } = await uploadPack(services, await readPack(c.req.raw))
        return `${base}/${manifest.version}`
      }),
    )
    .openapi(route('GET /ops/rules/review', ...guards), async (c) => {
      setHeaders(c)
      await services.rules.refresh()
      const { version } = services.rules.current()
      return c.html(reviewPage(version, await listRulesWithGaps(services)), 200)
    })
    .openapi(route('GET /ops/rules/{version}', ...guards), async (c) => {
      const version = requireVersion(c.req.valid('param').version)
      const content = await findPackContent(services.db, version)
      if (content === null) throw new Problem('page_not_found')
      return orRefused(c, services, async () => c.html(await onePack(c, services, content), 200))
    })
    .openapi(route('POST /ops/rules/{version}/install', ...guards), (c) => {
      const version = requireVersion(c.req.valid('param').version)
      return redirectAfter(c, services, async () => {
        await installPack(services, version)
        return base
      })
    })
    .openapi(route('POST /ops/rules/{version}/rollback', ...guards), (c) => {
      const version = requireVersion(c.req.valid('param').version)
      return redirectAfter(c, services, async () => {
        await rollBackPack(services, version)
        return base
      })
    })
}

/** Redirects the browser to the page that `change` returns, or shows the error. */
function redirectAfter(c: Context, services: PageServices, change: () => Promise<string>) {
  return orRefused(c, services, async () => c.body(null, 303, { Location: await change() }))
}

async function orRefused<T>(c: Context, services: PageServices, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return c.html(await overview(c, services, error.message), 422)
  }
}

async function overview(c: Context, { db, rules }: PageServices, refused?: string) {
  setHeaders(c)
  await rules.refresh()
  const { version, asOf } = rules.current()
  const packs = await listPacks(db)
  const installed =
    version === rules.embedded.version ? undefined : packs.find((pack) => pack.version === version)
  const { keyId = null, activatedAt = null } = installed ?? {}
  return rulesPage({ inUse: { version, asOf, keyId, activatedAt }, packs, refused })
}

async function onePack(c: Context, services: PageServices, content: string) {
  const { rules } = services
  setHeaders(c)
  await rules.refresh()
  const pack = rules.open(content)
  const current = rules.current()
  return packPage(pack.manifest, {
    keyId: pack.keyId,
    differences: differencesTo(current, pack),
    inUse: current.version,
    refused: await whyNotNewer(services, pack.manifest.version),
  })
}

async function readPack(request: Request): Promise<string> {
  // The fields around the file take less than a kilobyte.
  if (Number(request.headers.get('content-length') ?? 0) > MAX_PACK_BYTES + 10_000) throw tooLarge()
  return readOneFile({ request }, MAX_PACK_BYTES, async ({ bytes }) => {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of bytes as AsyncIterable<Buffer>) {
      size += part.byteLength
      if (size > MAX_PACK_BYTES) throw tooLarge()
      parts.push(part)
    }
    return Buffer.concat(parts).toString('utf8')
  })
}

function requireVersion(text: string): string {
  if (!packVersion.safeParse(text).success) throw new Problem('page_not_found')
  return text
}

function setHeaders(c: Context): void {
  c.header('Cache-Control', 'no-store')
  c.header('Content-Security-Policy', pagePolicy)
}
