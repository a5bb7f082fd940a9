import type { SignUpPolicy } from '#shared/auth/sign-up-policy.ts'
import { msg } from '#shared/i18n/translate.ts'

export type SiteConfig = {
  emulator: boolean
  /** Email is set up. An address is then confirmed by a mailed link before its account is opened. */
  confirmsEmail: boolean
  signUps: SignUpPolicy
  /** Owners can send documents by mail. */
  hasMailIn: boolean
  /** Passes for Apple Wallet can be made. */
  hasApplePass: boolean
  /** Passes for Google Wallet can be made. */
  hasGooglePass: boolean
  ceuUrl: string
  aboutUrl?: string
  contactUrl?: string
  poweredBy: string
  poweredByUrl?: string
  facebookUrl: string
  youtubeUrl: string
  instagramUrl: string
  tiktokUrl: string
}

export const siteDefaults: SiteConfig = {
  emulator: false,
  confirmsEmail: false,
  signUps: { kind: 'open' },
  hasMailIn: false,
  hasApplePass: false,
  hasGooglePass: false,
  ceuUrl: 'https://www.nursingce.com/',
  poweredBy: msg`A nursing education provider`,
  facebookUrl: 'https://www.facebook.com/',
  youtubeUrl: 'https://www.youtube.com/',
  instagramUrl: 'https://www.instagram.com/',
  tiktokUrl: 'https://www.tiktok.com/',
}

/** The operator's settings; the server writes them into the page, the dev server and the prerendering do not. */
function readSiteConfig(): SiteConfig {
  if (typeof document === 'undefined') return siteDefaults
  const content = document.querySelector<HTMLMetaElement>('meta[name="lanyard-site"]')?.content
  return content
    ? { ...siteDefaults, ...JSON.parse(content) }
    : { ...siteDefaults, emulator: import.meta.env.DEV }
}

export const siteConfig: SiteConfig = readSiteConfig()
