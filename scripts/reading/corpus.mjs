// The corpus: every layout with several invented people, as a PDF, as a scan and as a photo from a phone.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { seededRandom } from '#testing/seeded-random.ts'
import { courseLayouts } from './course-layouts.mjs'
import { credentialLayouts } from './credential-layouts.mjs'
import { factsOf } from './facts.mjs'

const layouts = { ...credentialLayouts, ...courseLayouts }
const PEOPLE = 4
const fonts = [
  'Georgia, "DejaVu Serif", serif',
  'Arial, "Liberation Sans", sans-serif',
  '"DejaVu Sans", sans-serif',
]

const sheet = (font) => `
  body { margin: 0; background: #fff; color: #111; font: 15px ${font}; }
  .card { width: 620px; box-sizing: border-box; padding: 26px 30px; background: #fffdf6; }
  h1 { font-size: 27px; margin: 8px 0 } h2 { font-size: 21px; margin: 7px 0 } h3 { font-size: 17px; margin: 6px 0 }
  p { margin: 8px 0 } .c { text-align: center } .l { color: #444; font-size: 13px } .v { font-weight: 600; margin-bottom: 6px }
  .b { font-weight: 700 } .line { border-top: 1px solid #555 }
  .grid { display: grid; grid-template-columns: repeat(3, auto); gap: 10px 28px; margin: 10px 0 }
  td, th { padding: 3px 14px 3px 0; text-align: left } .wide { width: 100% }`

/** Every third layout is used only for measuring. Rules are never adjusted to its results. */
export const isHeldOut = (layout) => Object.keys(layouts).indexOf(layout) % 3 === 2

/** Each document with its true values, without its files. */
export function documents() {
  return Object.entries(layouts).flatMap(([layout, render], at) =>
    Array.from({ length: PEOPLE }, (_, person) => {
      const seed = at * 100 + person
      const { html, truth } = render(factsOf(seed))
      const page = `<!doctype html><meta charset=utf-8><style>${sheet(fonts[seed % 3])}</style>`
      return { id: `${layout}-${person}`, layout, seed, html: `${page}<div class=card>${html}</div>`, truth }
    }),
  )
}

/** Generates the missing files in `folder`, in one browser. */
export async function makeCorpus(folder, browser, say) {
  const made = documents()
  const stamp = createHash('sha256')
    .update(JSON.stringify(made.map(({ id, html }) => [id, html])))
    .digest('hex')
  const stampFile = join(folder, 'stamp')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return made
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1000, height: 760 } })
  for (const [at, document] of made.entries()) {
    if (at % 20 === 0) say(`Making the corpus: ${at} of ${made.length}`)
    await makeDocument(page, folder, document)
  }
  await page.close()
  writeFileSync(stampFile, stamp)
  return made
}

async function makeDocument(page, folder, { id, seed, html }) {
  const file = (kind) => join(folder, `${id}.${kind}`)
  await page.setContent(html)
  writeFileSync(file('pdf'), await page.pdf({ width: '660px', height: '700px', printBackground: true }))
  const clean = await page.locator('.card').screenshot()
  writeFileSync(file('scan.jpg'), await scanned(clean, seed))
  writeFileSync(file('photo.jpg'), await photographed(page, clean, seed))
}

/** Gray, a little crooked, with the specks of a scanner. */
async function scanned(clean, seed) {
  const random = seededRandom(seed)
  const turned = await sharp(clean)
    .flatten({ background: '#fff' })
    .rotate(random.next() * 2 - 1, { background: '#fdfdfd' })
    .grayscale()
    .linear(0.92, 6)
    .png()
    .toBuffer()
  return noisy(turned, 10, 80)
}

/** On a desk, tilted up to 7 degrees, in perspective, with a shadow, a reflection and a blur. */
async function photographed(page, clean, seed) {
  const random = seededRandom(seed + 1)
  const tilt = random.next() * 14 - 7
  const lean = [random.next() * 16 - 8, random.next() * 16 - 8]
  const glare = [20 + random.next() * 60, 20 + random.next() * 60]
  const shadow = Math.round(random.next() * 360)
  const desk = random.pick(['#6b5644', '#3d4752', '#8a8378', '#b8ab97'])
  await page.setContent(`<!doctype html><style>
    body { margin: 0; height: 760px; display: grid; place-items: center; overflow: hidden; background: ${desk}; perspective: 1600px }
    .scene { position: relative; transform: rotateX(${lean[0]}deg) rotateY(${lean[1]}deg) rotate(${tilt}deg); box-shadow: 0 6px 30px #0009 }
    img { display: block; max-height: 600px; max-width: 720px; filter: blur(${(0.2 + random.next() * 0.5).toFixed(2)}px) }
    .over { position: absolute; inset: 0 }</style>
    <div class=scene><img src="data:image/png;base64,${clean.toString('base64')}">
    <div class=over style="background: linear-gradient(${shadow}deg, #0000 35%, #0006 75%)"></div>
    <div class=over style="background: radial-gradient(circle at ${glare[0]}% ${glare[1]}%, #fff9 0, #fff0 24%)"></div></div>`)
  await page.waitForFunction(() => document.images[0]?.complete)
  return noisy(await page.screenshot(), 16, 75)
}

async function noisy(picture, sigma, quality) {
  const { width, height } = await sharp(picture).metadata()
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .png()
    .toBuffer()
  return sharp(picture)
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer()
}
