export type Site = {
  emulator: boolean
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

const defaults: Site = {
  emulator: false,
  ceuUrl: 'https://www.nursingce.com/',
  poweredBy: 'A nursing education provider',
  facebookUrl: 'https://www.facebook.com/',
  youtubeUrl: 'https://www.youtube.com/',
  instagramUrl: 'https://www.instagram.com/',
  tiktokUrl: 'https://www.tiktok.com/',
}

/** What the operator has set; the server writes it into the page, the dev server and the prerender do not. */
function readSite(): Site {
  if (typeof document === 'undefined') return defaults
  const content = document.querySelector<HTMLMetaElement>('meta[name="lanyard-site"]')?.content
  return content ? { ...defaults, ...JSON.parse(content) } : { ...defaults, emulator: import.meta.env.DEV }
}

export const site: Site = readSite()
