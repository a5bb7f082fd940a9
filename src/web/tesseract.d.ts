declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  import type { Tesseract } from '#shared/reading/recognition.ts'

  function createTesseract(options: {
    locateFile(): string
    printErr(line: string): void
    TesseractProgress(percent: number): void
  }): Promise<Tesseract>
  export = createTesseract
}
