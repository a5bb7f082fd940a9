/** Kept on this device only. `device`: as its system says. */
export type Theme = 'device' | 'light' | 'dark'

/** `index.html` reads it before the first paint. */
const KEY = 'lanyard-theme'

export function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'device'
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  try {
    if (theme === 'device') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage it lasts until the page is closed.
  }
  if (theme === 'device') delete dataset.theme
  else dataset.theme = theme
}
