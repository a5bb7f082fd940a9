import { expect, test } from 'vitest'
import { createTranslate } from '#shared/i18n/translator.ts'
import { deviceIn, deviceOf } from './device.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = `${webKit} Chrome/140.0.0.0`
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'

test.each([
  ['Safari on an iPhone', `${iPhone} Version/19.0 Mobile/15E148 Safari/604.1`],
  [
    'Safari on an iPad',
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  ['Safari on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15'],
  ['Chrome on an iPhone', `${iPhone} CriOS/140.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${iPhone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge on an iPhone', `${iPhone} Version/19.0 EdgiOS/140.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on Windows', `${windows} ${chrome} Safari/537.36`],
  ['Edge on Windows', `${windows} ${chrome} Safari/537.36 Edg/140.0.0.0`],
  ['Edge on Windows', `${windows} ${chrome} Safari/537.36 Edge/18.1`],
  ['Edge on Android', `Mozilla/5.0 (Linux; Android 16) ${chrome} Mobile Safari/537.36 EdgA/140.0`],
  ['Opera on Windows', `${windows} ${chrome} Safari/537.36 OPR/120.0.0.0`],
  ['Opera on Windows', 'Opera/9.80 (Windows NT 6.1)'],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 16) ${webKit} SamsungBrowser/29.0 Chrome/130.0`,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Firefox on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
  ],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome} Mobile Safari/537.36`],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0 Safari/537.36`],
  ['Chrome on a Chromebook', `Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${chrome} Safari/537.36`],
  ['Firefox', 'Firefox/140.0'],
  ['Windows', 'SomeTool (Windows NT 10.0)'],
  ['Android', 'okhttp (Android 16)'],
  [null, 'Ledge/1 OldChrome/1 BigOPR/1 MySamsungBrowser/1 NotFirefox/1'],
  [null, 'Safari/605.1.15'],
  [null, 'MyiPhone iPadX Androids Windowsy Mac OS X1 CrOSS Linuxes'],
  [null, 'curl'],
  [null, ''],
  [null, null],
])('%s', (device, userAgent) => expect(deviceOf(userAgent)).toBe(device))

const spanishTexts: Record<string, string> = { 'an iPhone': 'un iPhone', 'a Mac': 'una Mac' }
const spanish = createTranslate('es', (key) =>
  key === '{0} on {1}' ? [['0'], ' en ', ['1']] : spanishTexts[key],
)

test.each([
  ['Safari on an iPhone', 'Safari en un iPhone'],
  ['Samsung Internet on Android', 'Samsung Internet en Android'],
  ['an iPhone', 'un iPhone'],
  ['Firefox', 'Firefox'],
  ['My phone on', 'My phone on'],
  [' on a Mac', ' on a Mac'],
])('“%s” is “%s” in Spanish', (device, text) => {
  expect(deviceIn(device, spanish)).toBe(text)
})
