const browsers: [name: string, mark: RegExp][] = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
]

/** "Firefox on Android", as far as the user agent tells. */
export function deviceName(userAgent: string | null): string {
  const named = (names: [string, RegExp][]) => names.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  const browser = named(browsers) ?? 'A browser'
  const system = named(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
