// Runs Tesseract in this process, with the same setup and calls as the browser's worker.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { grayOf, SOURCE_PIXELS } from '#shared/reading/picture.ts'
import { openRecognizer as open } from '#shared/reading/recognition.ts'

const require = createRequire(import.meta.url)

export async function openRecognizer() {
  const core = require('tesseract.js-core/tesseract-core-simd-lstm.js')
  const wasmBinary = readFileSync(require.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'))
  const model = readFileSync(require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'))
  const recognizer = open(
    await core({ wasmBinary, printErr() {}, TesseractProgress() {} }),
    gunzipSync(model),
  )
  return {
    /** After this many quarter turns. */
    async read(bytes, turns = 0) {
      const { data, info } = await sharp(bytes)
        .autoOrient()
        .rotate(90 * turns)
        .resize({ width: SOURCE_PIXELS, height: SOURCE_PIXELS, fit: 'inside', withoutEnlargement: true })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [recognizer.recognize(grayOf(data, info.width, info.height), 1, false)]
    },
    close() {},
  }
}
