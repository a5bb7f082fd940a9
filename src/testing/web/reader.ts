import { onTestFinished } from 'vitest'
import type { RecognitionAnswer, RecognitionJob } from '#web/reading/recognition-api.ts'

type Reader = { job: RecognitionJob; isStopped: boolean; answer(answer: RecognitionAnswer): void }

/** One reader stays open from test to test. */
const asked: Reader[] = []

/** Replaces the reader's worker: each picture waits until the test responds. */
export function stubReader(): Reader[] {
  asked.length = 0
  const Original = window.Worker
  class FakeReader {
    onmessage?: (event: { data: RecognitionAnswer }) => void
    postMessage(job: RecognitionJob) {
      asked.push({ job, isStopped: false, answer: (data) => this.onmessage?.({ data }) })
    }
    terminate() {
      for (const one of asked) one.isStopped = true
    }
  }
  Object.assign(window, { Worker: FakeReader })
  onTestFinished(() => void Object.assign(window, { Worker: Original }))
  return asked
}
