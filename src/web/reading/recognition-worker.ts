/// <reference lib="webworker" />
import language from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import createTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import wasm from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url'
import { grayOf } from '#shared/reading/picture.ts'
import { openRecognizer, type Recognizer } from '#shared/reading/recognition.ts'
import type { RecognitionAnswer, RecognitionJob } from './recognition-api.ts'

declare const self: DedicatedWorkerGlobalScope

const answer = (message: RecognitionAnswer) => self.postMessage(message)

const opened: Promise<Recognizer> = Promise.all([
  createTesseract({
    locateFile: () => wasm,
    // It reports its guesses as errors.
    printErr: () => {},
    TesseractProgress: (percent) => answer({ progress: percent / 100 }),
  }),
  fetchLanguage(),
]).then(([tesseract, model]) => openRecognizer(tesseract, model))

async function fetchLanguage(): Promise<Uint8Array> {
  const response = await fetch(language)
  if (!response.ok || !response.body) throw new Error(`The language answered ${response.status}`)
  const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(unpacked).arrayBuffer())
}

self.onmessage = async ({ data: { bitmap, number, isCropped } }: MessageEvent<RecognitionJob>) => {
  try {
    const recognizer = await opened
    answer({ page: recognizer.recognize(grayPicture(bitmap), number, isCropped) })
  } catch (error) {
    answer({ failure: String(error) })
  }
}

function grayPicture(bitmap: ImageBitmap) {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot draw')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return grayOf(context.getImageData(0, 0, width, height).data, width, height)
}
