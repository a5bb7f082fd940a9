import { expect, test } from 'vitest'
import { phoneBrowser } from './phone-browser.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    'Safari on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
    5,
    'safari',
  ],
  [
    'Chrome on an iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/156.0 Mobile/15E148 Safari/604.1`,
    5,
    'other-ios',
  ],
  [
    'Safari on an iPad',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`,
    5,
    'safari',
  ],
  [
    'Safari on a Mac',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`,
    0,
    null,
  ],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    5,
    'android',
  ],
])('%s', (_, userAgent, maxTouchPoints, browser) => {
  expect(phoneBrowser({ userAgent, maxTouchPoints })).toBe(browser)
})
