import { createHmac, randomBytes } from 'node:crypto'
import { installationKey } from '#server/db/installation-keys.ts'
import type { Services } from '#server/services.ts'

// User agents of programs that fetch links to preview or scan them. "CUBOT" is a phone.
const scanners = [
  /(?<!cu)bot\b/i,
  /crawler|spider|externalhit|facebookcatalog|meta-externalagent|urlpreview|linkpreview|url preview/i,
  /^WhatsApp\/|SkypeUriPreview|MicrosoftPreview|BingPreview|Google-(Safety|Read-Aloud|PageRenderer|InspectionTool)/i,
  /GoogleImageProxy|Slack-ImgProxy|YahooMailProxy|Embedly|Iframely|ms-office|MSOffice|Microsoft Office/i,
  /Proofpoint|Mimecast|Barracuda|FireEye|Forcepoint|Symantec|TrendMicro|Sophos|VirusTotal|urlscan|SafeLinks/i,
]

/** Whether a known link scanner asks, or a browser that prefetches the link. */
export function isLinkScanner(headers: Headers): boolean {
  const purpose = `${headers.get('purpose') ?? ''} ${headers.get('sec-purpose') ?? ''}`
  if (/\b(prefetch|preview|prerender)\b/i.test(purpose)) return true
  const userAgent = headers.get('user-agent') ?? ''
  return scanners.some((pattern) => pattern.test(userAgent))
}

// Clients that are no browser: they may read what a link shows, and take nothing along.
const programs =
  /^$|^(curl|wget|libcurl|python|go-http-client|java|okhttp|axios|node|undici|ruby|perl|php|httpie)\b/i

/** Whether a program asks that nobody looks at: a scanner, or a command such as curl. */
export function isProgram(headers: Headers): boolean {
  return isLinkScanner(headers) || programs.test(headers.get('user-agent') ?? '')
}

/** Read once per database: it never changes. */
const keys = new WeakMap<Services['database']['pool'], Promise<string>>()

function visitorKey(services: Services): Promise<string> {
  const { pool } = services.database
  const known = keys.get(pool)
  if (known) return known
  const key = installationKey(services, 'visitors', () => randomBytes(32).toString('base64url'))
  keys.set(pool, key)
  key.catch(() => keys.delete(pool))
  return key
}

/**
 * Stands for a network in the log of one share: equal for equal networks there, different in every other log. Six
 * characters tell a handful of visitors apart without leading back to an address.
 */
export async function visitorHash(services: Services, shareId: string, network: string): Promise<string> {
  const key = await visitorKey(services)
  return createHmac('sha256', key).update(`${shareId}\n${network}`).digest('hex').slice(0, 6)
}
