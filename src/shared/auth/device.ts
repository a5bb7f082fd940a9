import { msg, type Translate } from '#shared/i18n/translate.ts'

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, msg`an iPhone`],
  [/\biPad\b/, msg`an iPad`],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, msg`a Mac`],
  [/\bCrOS\b/, msg`a Chromebook`],
  [/\bLinux\b/, 'Linux'],
]

/** "Safari on an iPhone", as `deviceOf` names it, in another language; any other name stays as it is. */
export function deviceIn(device: string, t: Translate): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? []
  return browser && system ? t`${browser} on ${t(system)}` : t(device)
}

/** "Safari on an iPhone", as far as the user agent is known; `null` if nothing in it is. */
export function deviceOf(userAgent: string | null): string | null {
  const found = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = found(browsers)
  const system = found(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
