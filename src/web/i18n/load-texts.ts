import { pageLanguage } from './t.ts'

/** Before anything is shown. Where the texts cannot be loaded, the page is in English, in which each text is written. */
export async function loadTexts(): Promise<void> {
  if (pageLanguage === 'en') return
  try {
    const { startSpanish } = await import('./spanish.ts')
    startSpanish()
  } catch {
    document.documentElement.lang = 'en'
  }
}

/** Before an owner's screen is shown. Visitors do without these texts. */
export async function loadOwnerTexts(): Promise<void> {
  if (pageLanguage !== 'en') await import('./spanish-owner.ts')
}
