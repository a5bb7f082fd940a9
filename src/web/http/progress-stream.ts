import { isProblemCode, Problem } from '#shared/http/errors.ts'

export type Bytes = Uint8Array<ArrayBuffer>
type ProblemLine = { problem: { code?: string; detail?: string } }

/** Reads an answer that tells its progress: lines of JSON, with bytes between them whose number a line has told. */
export function readProgressStream<L extends object>(
  body: ReadableStream<Bytes>,
  interrupted: () => Problem,
) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting: Bytes = new Uint8Array()

  async function more(): Promise<Bytes> {
    const { value, done } = await reader.read()
    if (done) throw interrupted()
    return value
  }

  return {
    /** Rejects with the problem that a line tells. */
    async readLine(): Promise<L> {
      for (;;) {
        const end = waiting.indexOf(10)
        if (end >= 0) {
          const line: L | ProblemLine = JSON.parse(decoder.decode(waiting.subarray(0, end)))
          waiting = waiting.subarray(end + 1)
          if ('problem' in line) throw problemOf((line as ProblemLine).problem)
          return line
        }
        waiting = joined(waiting, await more())
      }
    },
    async readBytes(length: number, write: (part: Bytes) => unknown): Promise<void> {
      for (let left = length; left > 0; ) {
        if (waiting.length === 0) waiting = await more()
        const part = waiting.subarray(0, left)
        await write(part)
        waiting = waiting.subarray(part.length)
        left -= part.length
      }
    },
    /** Throws if there is more. */
    requireEnd(): void {
      if (waiting.length > 0) throw interrupted()
    },
  }
}

function joined(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function problemOf({ code, detail }: ProblemLine['problem']): Problem {
  const known = code !== undefined && isProblemCode(code) ? code : 'unexpected'
  return new Problem(known, detail === undefined ? {} : { detail })
}
