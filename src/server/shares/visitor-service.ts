import { createHmac, randomBytes } from 'node:crypto'
import { installationKey } from '#server/db/installation-keys.ts'
import type { Services } from '#server/services.ts'

// Programs that fetch links to preview or scan them, by how they call themselves. No phones: "CUBOT" is one.
const programs = [
  /(?<!cu)bot\b/i,
  /crawler|spider|externalhit|facebookcatalog|meta-externalagent|urlpreview|linkpreview|url preview/i,
  /^WhatsApp\/|SkypeUriPreview|MicrosoftPreview|BingPreview|Google-(Safety|Read-Aloud|PageRenderer|InspectionTool)/i,
  /GoogleImageProxy|Slack-ImgProxy|YahooMailProxy|Embedly|Iframely|ms-office|MSOffice|Microsoft Office/i,
  /Proofpoint|Mimecast|Barracuda|FireEye|Forcepoint|Symantec|TrendMicro|Sophos|VirusTotal|urlscan|SafeLinks/i,
]

/** Whether a known program looks at the link, or a browser fetches it ahead, in case it is clicked. */
export function isProgram(headers: Headers): boolean {
  const purpose = `${headers.get('purpose') ?? ''} ${headers.get('sec-purpose') ?? ''}`
  if (/\b(prefetch|preview|prerender)\b/i.test(purpose)) return true
  const userAgent = headers.get('user-agent') ?? ''
  return programs.some((pattern) => pattern.test(userAgent))
}

/** Of each database, read once: it never changes. */
const keys = new WeakMap<Services['database']['pool'], Promise<string>>()

function visitorKey(services: Services): Promise<string> {
  const { pool } = services.database
  const kept = keys.get(pool)
  if (kept) return kept
  const key = installationKey(services, 'visitors', () => randomBytes(32).toString('base64url'))
  keys.set(pool, key)
  key.catch(() => keys.delete(pool))
  return key
}

/**
 * What stands for a network in the log of one link: the same network shows as the same there and as another in every
 * other log. Six characters tell a handful of visitors apart, and lead nobody back to an address.
 */
export async function visitorOf(services: Services, shareId: string, network: string): Promise<string> {
  const key = await visitorKey(services)
  return createHmac('sha256', key).update(`${shareId}\n${network}`).digest('hex').slice(0, 6)
}
