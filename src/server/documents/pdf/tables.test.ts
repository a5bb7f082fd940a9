import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { buildCeuPacket } from '#server/documents/ceu-packet.ts'
import { buildSharePacket } from '#server/documents/share-packet.ts'
import type { PdfBuilder } from '#server/documents/worker-protocol.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Packet, PacketEntry } from '#shared/ceu/packet.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import type { ShareView, ViewCycle } from '#shared/shares/view.ts'
import { aCheckNote } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'

// The builder, loaded here and not in its worker, blocks all formats but WebP in this process, which runs other files too.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))

async function read(builder: PdfBuilder) {
  const bytes = buffer(builder.doc)
  builder.close()
  return readPdf(await bytes)
}

/** The words of a text; one that is broken over two lines is not among them. */
const wordsOf = (text: string) => new Set(text.split(/\s+/))
const missing = (text: string, words: string) =>
  [...wordsOf(words)].filter((word) => !wordsOf(text).has(word))

const longestTopics = embeddedRules.rules
  .flatMap(({ topics }) => topics.map(({ topic }) => topic))
  .sort((a, b) => b.length - a.length)
  .slice(0, 20)
const longWords = 'Pharmacotherapeutics Controlled-substance Electroencephalography'
const rule = embeddedRules.find('TX-RN', '2027-03-31')

const entry = {
  id: 'a',
  title: `${longWords} (part 2)`,
  provider: 'American Association of Critical-Care Nurses',
  hours: 9999.75,
  amount: null,
  unit: 'contact_hour',
  kind: 'course',
  completedAt: '2026-09-30',
  topicTags: ['Electroencephalography'],
  topicHours: [{ topic: 'Pharmacotherapeutics', hours: 9999.75 }],
  fileId: null,
  fileIds: [],
  holderName: null,
  approvedBy: 'American Nurses Credentialing Center',
  providerNumber: 'CEP-123456789',
} as unknown as CeuEntry

const cycle = {
  id: 'texas',
  state: 'TX',
  credentialTitle: 'Texas RN license',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 9999.75,
  hoursCompleted: 9999.75,
  hoursCounted: 9999.75,
  topics: longestTopics.map((topic, index) => ({ topic, hours: index === 0 ? null : 9999.75, tags: [] })),
  topicsCompleted: longestTopics.map((topic) => ({ topic, hours: 9999.75, isMet: true })),
  rule,
  ...{ answers: { firstRenewal: false, topics: [] }, wayId: null },
  needs: [
    {
      ...{ id: 'practice:0', kind: 'practice_hours', amount: 1320, years: 5, what: null, isMet: true },
      ...{ recorded: 9999.75, credentialId: null, candidates: [], isDone: false },
    },
  ],
} as unknown as CeuCycle

const numbered: PacketEntry[] = [1, 1000].map((number) => ({
  number,
  entry,
  countedHours: 9999.75,
  reasons: [],
  files: [],
}))

const headers = {
  hours: 'Required Counted',
  entries: 'No. Completed Activity and provider Topics Counted',
}
const values = `9999.75 1000 Sep 30, 2026 ${entry.title} ${entry.provider} Counted in this cycle hours`

describe('no word of a table is broken', () => {
  const every = [...new Set(embeddedRules.rules.map(({ unit }) => unit))]
  // The widest ones; the others fit where these do.
  const units = every.toSorted((a, b) => b.length - a.length).slice(0, process.env.EVERYTHING ? 20 : 3)

  test.each(units)('in the packet for a board that counts %s', async (unit) => {
    const packet: Packet = {
      owner: 'Ann O’Brien',
      madeOn: '2026-11-23',
      cycle: { ...cycle, rule: rule && { ...rule, unit } },
      credential: null,
      entries: numbered,
      practice: [
        {
          ...{ kind: 'academic_credits', title: longWords, organization: 'University of Massachusetts' },
          ...{ startDate: '2025-09-30', endDate: '2026-09-30', amount: 9999.75, files: [] },
        },
      ],
      holdsFiles: true,
    }
    const { text } = await read(buildCeuPacket({ kind: 'ceu', packet, language: 'en', check: aCheckNote }))
    expect(missing(text, `${headers.hours} ${headers.entries} ${values}`)).toEqual([])
    expect(missing(text, longestTopics.join(' '))).toEqual([])
    const besides = `1,320 practice hours in 5 years 9,999.75 recorded ${longWords}, University of Massachusetts`
    expect(missing(text, `${besides} Sep 30, 2025 to 9,999.75 semester credits`)).toEqual([])
    expect(missing(text, `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`)).toEqual([])
  })

  test.each(units)('in the PDF of a share with %s', async (unit) => {
    const item: ViewCycle = {
      resourceType: 'ceuCycle',
      title: 'Texas RN license',
      state: 'TX',
      cycleStart: cycle.cycleStart,
      cycleEnd: cycle.cycleEnd,
      requiredHours: 9999.75,
      hoursCounted: 9999.75,
      hoursName: unit,
      ...{ caveats: ['There are 2 ways to renew.'], isComplete: false },
      topics: longestTopics.map((topic) => ({ topic, hours: 9999.75, completed: 9999.75, isDone: false })),
      entries: [
        { ...entry, countedHours: 9999.75, topics: ['Electroencephalography'], files: [], filesWithheld: 0 },
      ],
    }
    const at = '2026-11-23T16:30:00.000Z'
    const view: ShareView = {
      ...{ ownerName: 'Ann O’Brien', recipient: null, note: null, asOf: at, today: '2026-11-23' },
      ...{ frozenAt: at, openUntil: at, timeZone: 'America/Chicago', allowDownloads: true, items: [item] },
    }
    const { text } = await read(buildSharePacket({ kind: 'share', view, language: 'en', check: aCheckNote }))
    expect(
      missing(text, `Status Item ${headers.hours} ${headers.entries} ${values.replace('1000 ', '')}`),
    ).toEqual([])
    expect(missing(text, longestTopics.join(' '))).toEqual([])
    expect(text).toContain('Nov 23, 2026, 10:30 AM CST')
  })
})
