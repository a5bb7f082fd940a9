import jsQR from 'jsqr'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const url = `https://lanyard.example.org/share/${'aZ09-_'.repeat(7)}x`

test('a scanner reads the link from the code, which has a quiet zone', async () => {
  const drawn = renderToStaticMarkup(createElement(QrCode, { text: url, label: 'QR code of the link' }))
  const svg = drawn.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" ')
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(url)
  // Dark modules begin after the quiet zone: 4 of them on each side.
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const quiet = Math.floor((4 * info.width) / size) - 1
  for (let at = 0; at < info.width; at += 1) expect(data[(quiet * info.width + at) * 4]).toBe(255)
})

test('has a label for screen readers', () => {
  const drawn = renderToStaticMarkup(createElement(QrCode, { text: url, label: 'QR code of the link' }))
  expect(drawn).toContain('role="img"')
  expect(drawn).toContain('aria-label="QR code of the link"')
})
