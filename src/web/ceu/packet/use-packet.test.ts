import { describe, expect, test } from 'vitest'
import { contentsText, progressText } from './packet-dialog.tsx'
import { type PacketProgress, readPacket } from './use-packet.ts'

/** A stream that arrives in pieces of `size` bytes, no matter where they break. */
function streamOf(bytes: Uint8Array<ArrayBuffer>, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

const encode = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const pdf = '%PDF-1.7\n{"done":9}\nnot a line\n%%EOF\n'
const lines = `{"done":1,"total":2}\n{"done":2,"total":2}\n{"name":"Muñoz.pdf","size":${pdf.length}}\n`

describe('a packet download', () => {
  test.each([1, 3, 7, 64, 4096])('arrives complete in pieces of %d bytes', async (size) => {
    const seen: PacketProgress[] = []
    const { name, bytes } = await readPacket(streamOf(encode(lines + pdf), size), (done) => seen.push(done))
    expect(name).toBe('Muñoz.pdf')
    expect(await bytes.text()).toBe(pdf)
    expect(seen).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ])
  })

  test('is not saved when it was cut off', async () => {
    const cut = encode(lines + pdf).slice(0, -4)
    await expect(readPacket(streamOf(cut, 16), () => {})).rejects.toMatchObject({ code: 'unavailable' })
    await expect(readPacket(streamOf(encode('{"done":1,'), 4), () => {})).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('throws the problem that the server reported', async () => {
    const refused = encode(
      '{"done":1,"total":2}\n{"problem":{"code":"ceu_cycle_not_found","detail":"CEU cycle not found"}}\n',
    )
    await expect(readPacket(streamOf(refused, 9), () => {})).rejects.toMatchObject({
      code: 'ceu_cycle_not_found',
      message: 'CEU cycle not found',
    })
  })
})

test('shows what a packet contains, and its progress', () => {
  const entry = { fileId: 'a', fileIds: ['a', 'b'] }
  const bare = { fileId: null, fileIds: [] }
  expect(contentsText([entry, bare])).toContain(
    'a list of all 2 entries with hours and topics and the 2 certificates',
  )
  expect(progressText({ done: 17, total: 60 })).toBe('17 of 60 certificates')
})
