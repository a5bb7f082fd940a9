import { describe, expect, test } from 'vitest'
import { nameFrom } from '#web/http/save-file.ts'
import { readWhole } from './use-download.ts'

const answer = (text: string, length: number | null) =>
  new Response(text, {
    headers: {
      'Content-Type': 'application/pdf',
      ...(length === null ? {} : { 'Content-Length': String(length) }),
    },
  })

describe('a visitor’s download', () => {
  test('arrives complete, and reports its progress', async () => {
    const seen: number[] = []
    const blob = await readWhole(answer('%PDF-1.7', 8), (share) => seen.push(share))
    expect([blob.type, await blob.text(), seen.at(-1)]).toEqual(['application/pdf', '%PDF-1.7', 1])
  })

  test('arrives without a length, too', async () => {
    const blob = await readWhole(answer('%PDF-1.7', null), () => {
      throw new Error('nobody knows how far it is')
    })
    expect(blob.size).toBe(8)
  })

  test('is not saved when it was cut off', async () => {
    for (const cut of [answer('%PDF', 8), answer('', null)])
      await expect(readWhole(cut, () => {})).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('keeps the name from the server', () => {
    expect(nameFrom(`attachment; filename="Ann_s.pdf"; filename*=UTF-8''Ann%C3%A9%20O%27Brien.pdf`)).toBe(
      "Anné O'Brien.pdf",
    )
    expect(nameFrom('attachment; filename="card.pdf"')).toBe('card.pdf')
    expect(nameFrom(null)).toBeNull()
  })
})
