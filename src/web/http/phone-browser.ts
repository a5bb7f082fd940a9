/**
 * Where only the user can add a page to the home screen, the steps depend on the phone and, on an iPhone, on the
 * browser.
 */
type PhoneBrowser = 'safari' | 'other-ios' | 'android'

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** An iPad says that it is a Mac, which has no touch screen. */
function isIos({ userAgent, maxTouchPoints }: Browser): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

export function phoneBrowser(browser: Browser): PhoneBrowser | null {
  const { userAgent } = browser
  if (/Android/.test(userAgent)) return 'android'
  if (!isIos(browser)) return null
  return /CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA/.test(userAgent) ? 'other-ios' : 'safari'
}

/** Opened from the home screen. */
export const isApp = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** In a browser of an iPhone or iPad, not from its home screen. */
export const isIosTab = () => isIos(navigator) && !isApp()

/** From the home screen of an iPhone or iPad, where a download opens a view with no way back. */
export const isIosApp = () => isIos(navigator) && isApp()
