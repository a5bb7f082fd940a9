import { routesAt } from '#server/http/contract-route.ts'
import { createRouter } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { securityTxtContract } from '#shared/ops/contract.ts'

/** RFC 9116 recommends less than a year. */
const LIFE_MS = 180 * 86_400_000

const route = routesAt('', securityTxtContract)

/** GET `/.well-known/security.txt`: where to report a vulnerability of this installation (RFC 9116). */
export function securityTxtRoutes({ clock, config }: Pick<Services, 'clock' | 'config'>) {
  return createRouter().openapi(route('GET /.well-known/security.txt'), (c) => {
    const contact = contactOf(config.CONTACT_URL, config.publicUrl)
    if (contact === null) throw new Problem('page_not_found')
    const expires = new Date(clock.now().getTime() + LIFE_MS)
    const canonical = `${config.publicUrl}/.well-known/security.txt`
    const fields = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
      'Preferred-Languages: en',
      // A canonical address that is not https would be invalid.
      ...(canonical.startsWith('https:') ? [`Canonical: ${canonical}`] : []),
    ]
    c.header('Cache-Control', 'public, max-age=86400')
    return c.text(`${fields.join('\n')}\n`, 200)
  })
}

/** The operator's contact in the format of the RFC: https, mail or telephone; `null` for anything else. */
function contactOf(setting: string | undefined, publicUrl: string): string | null {
  if (setting === undefined) return null
  // The footer also takes a path of this site.
  const url = URL.canParse(setting, publicUrl) ? new URL(setting, publicUrl) : null
  return url && ['https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null
}
