import { SignJWT } from 'jose'
import type { GoogleWalletSettings } from '#server/kernel/google-wallet-settings.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { aboutPass, expirationText, expiresAtInstant, type PassContent } from '#shared/passes/content.ts'

type Wanted = {
  settings: GoogleWalletSettings
  publicUrl: string
  serial: string
  /** `null` for a pass whose credential no longer exists. */
  content: PassContent | null
  isVoid: boolean
  isEnded: boolean
  now: Date
  /** The language of the account. */
  t: Translate
}

/** Longer links are cut off by some browsers. */
const MAX_LINK_LENGTH = 1800
/** In bytes. */
const textLengths = [200, 80, 40, 20, 10]

const objectIdOf = ({ issuerId }: GoogleWalletSettings, serial: string) => `${issuerId}.${serial}`

/**
 * The generic object of a pass. It always has text modules and all other texts, because Google keeps whatever an update
 * leaves out.
 */
export function googleObject(
  { settings, publicUrl, serial, content, isVoid, isEnded, now, t }: Wanted,
  longest = Number.POSITIVE_INFINITY,
) {
  const localized = (value: string) => ({ defaultValue: { language: t.language, value } })
  const cut = (text: string) => shortened(text, longest)
  const textModule = (header: string, body: string | null) =>
    body === null || body === '' ? [] : [{ header, body: cut(body) }]
  const end = content?.expiresAt ? expiresAtInstant(content.expiresAt) : null
  const expires = content && t`Expires: ${expirationText(content, t)}`
  return {
    id: objectIdOf(settings, serial),
    classId: `${settings.issuerId}.lanyard`,
    state: isEnded ? 'EXPIRED' : stateOf(isVoid, end, now),
    cardTitle: localized('Lanyard'),
    header: localized(content ? cut(content.title) : t`No longer in Lanyard`),
    subheader: localized([content?.state, expires].filter(Boolean).join(' · ') || t`This pass is void`),
    textModulesData: [
      ...textModule(t`Number`, content?.number ?? null),
      ...textModule(t`Issuer`, content?.issuer ?? null),
      ...textModule(t`Issued`, content?.issuedAt ?? null),
      { header: t`About this pass`, body: t(aboutPass) },
    ],
    validTimeInterval: end === null ? null : { end: { date: end } },
    // Google fetches it, and only with https.
    ...(publicUrl.startsWith('https:') && { logo: { sourceUri: { uri: `${publicUrl}/icon-512.png` } } }),
  }
}

function shortened(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const start = Buffer.from(text).subarray(0, bytes).toString()
  // Half a character becomes U+FFFD.
  return `${start.replace(/\uFFFD$/, '')}…`
}

function stateOf(isVoid: boolean, end: string | null, now: Date) {
  if (isVoid) return 'INACTIVE'
  return end !== null && Date.parse(end) < now.getTime() ? 'EXPIRED' : 'ACTIVE'
}

/** The address where Google asks its user to save the pass. Long texts are cut until it is short enough. */
export async function createSaveLink(wanted: Wanted): Promise<string> {
  let link = ''
  for (const longest of textLengths) {
    link = `https://pay.google.com/gp/v/save/${await signSave(wanted, longest)}`
    if (link.length <= MAX_LINK_LENGTH) break
  }
  return link
}

function signSave(wanted: Wanted, longest: number): Promise<string> {
  const { settings, publicUrl, now } = wanted
  const { validTimeInterval, ...object } = googleObject(wanted, longest)
  const payload = {
    genericClasses: [{ id: object.classId }],
    genericObjects: [validTimeInterval === null ? object : { ...object, validTimeInterval }],
  }
  return new SignJWT({ typ: 'savetowallet', origins: [new URL(publicUrl).origin], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(settings.clientEmail)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(settings.key)
}
