import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRateLimits } from '#server/rate-limits/store.ts'
import { addAccessToken } from '#testing/access-tokens.ts'
import { ceuClient, ethics, florida, texas } from '#testing/ceu-vault.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { type Listening, listen } from '#testing/listening.ts'
import { openAssistant } from '#testing/mcp.ts'
import { addRequirementList } from '#testing/requirement-lists.ts'
import { addFile, addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

const number = 'TX-RN-9934217'
const cardNumber = 'BLS-5521-8890'
const course = { title: 'Sepsis update', provider: 'Gulf Coast', hours: 2, completedOn: '2026-02-14' }
const tools = [
  ...['am_i_clear_to_work', 'whats_missing', 'whats_due', 'where_may_i_work'],
  ...['find_documents', 'draft_course'],
]

let services: TestServices
let server: Listening
let ann: Nurse
let bob: Nurse
let license: string

beforeAll(async () => {
  services = await openTestServices()
  server = await listen(services)
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  const file = await addFile(ann, formOf(aPdf(), `card ${number}.pdf`))
  const texasRn = { state: 'TX', number, multistate: true, expiresAt: '2026-04-30', fileId: file }
  license = await addLicense(ann, { ...texasRn, title: `Texas RN ${number}`, notes: number })
  const card = { kind: 'certification', name: 'BLS', code: 'BLS', issuer: 'AHA', number: cardNumber }
  await ann.json('POST', '/api/credentials', card)
  const ceu = ceuClient(ann)
  const cycle = await ceu.addCycle({ ...texas, licenseId: license, ruleId: 'TX-RN' })
  await ceu.addEntry({ ...ethics, cycleId: cycle.id, title: `Ethics for ${number}` })
  const xray = await addFile(ann, formOf(aPdf(), 'TB chest film.pdf'))
  await addHealthRecord(ann, { fileIds: [xray], notes: 'positive skin test in 2019' })
  await addRequirementList(ann)
})

afterAll(async () => {
  await server.close()
  await services.close()
})

const tokenOf = async (nurse: Nurse, scopes: ('read' | 'write' | 'share')[] = ['read']) =>
  (await addAccessToken(nurse, { scopes })).token

async function withAssistant<T>(
  token: string,
  work: (assistant: Awaited<ReturnType<typeof openAssistant>>) => Promise<T>,
  more: { modern?: boolean; headers?: Record<string, string> } = {},
): Promise<T> {
  const assistant = await openAssistant(server, token, more)
  try {
    return await work(assistant)
  } finally {
    await assistant.close()
  }
}

/** Every tool that reads, with questions that find something. */
const questions: [string, Record<string, unknown>][] = [
  ['am_i_clear_to_work', {}],
  ['whats_missing', {}],
  ['whats_missing', { about: 'Texas' }],
  ['whats_due', { days: 330 }],
  ['where_may_i_work', {}],
  ['where_may_i_work', { state: 'TX', date: '2026-04-01' }],
  ['find_documents', {}],
  ['find_documents', { query: 'TB' }],
]

describe('an assistant', () => {
  it.for([false, true])('sees the tools and their formats (protocol of 2026: %s)', async (modern) => {
    const token = await tokenOf(ann)
    await withAssistant(
      token,
      async ({ client, ask }) => {
        const listed = await client.listTools()
        expect(listed.tools.map(({ name }) => name)).toEqual(tools)
        for (const { inputSchema, outputSchema, description } of listed.tools) {
          expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
          expect(outputSchema).toMatchObject({ type: 'object' })
          expect(description?.length).toBeGreaterThan(40)
        }
        expect(client.getInstructions()).toContain('the board has the last')
        expect((await ask('am_i_clear_to_work')).isError).toBe(false)
      },
      { modern },
    )
  })

  it('hears whether the nurse is clear to work, as the API says it', async () => {
    const said = (await (await ann.fetch('/api/credentials/verdict')).json()) as { verdict: string }
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      const { data, text } = await ask('am_i_clear_to_work', { includeNumbers: true })
      expect(data).toMatchObject({ answer: said.verdict, states: [{ state: 'Texas' }] })
      expect(text).toContain('Lanyard did not ask the board')
    })
  })

  it('hears what is missing, why, and what is unknown', async () => {
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      const { data, text } = await ask('whats_missing', { about: 'texas' })
      expect(data).toMatchObject({
        cycles: [{ to: '2027-03-31', required: 20, counted: 5, left: 15, unit: 'hours' }],
        renewals: [{ expiresAt: '2026-04-30', isStarted: false }],
        isComplete: true,
      })
      expect(text).toContain('5 of 20 hours counted, 15 left')
      expect(text).toContain('By CE rule TX-RN')
      expect((await ask('whats_missing', { about: 'Ohio' })).text).toContain('no CE cycle and no renewal')
      expect((await ask('whats_missing')).data).toMatchObject({ withoutRule: expect.any(Array) })
    })
  })

  it('hears what is due, and that a card without a date is unknown', async () => {
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      const { data, text } = await ask('whats_due', { days: 60 })
      expect(data).toMatchObject({ today: '2026-03-10', until: '2026-05-09', withoutDate: ['BLS'] })
      expect(data.items).toContainEqual(
        expect.objectContaining({ on: '2026-04-30', kind: 'credential', number: '•••• 4217' }),
      )
      expect(text).toContain('BLS: unknown, because it has no expiration date')
      expect((await ask('whats_due', { days: 1 })).text).toContain('Nothing with a date is due')
    })
  })

  it('hears where the nurse may work on a day', async () => {
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      const own = await ask('where_may_i_work', { state: 'Texas', date: '2026-04-01' })
      expect(own.data).toMatchObject({ items: [{ state: 'TX', may: 'yes', as: 'RN' }] })
      const later = await ask('where_may_i_work', { state: 'TX', date: '2026-06-01' })
      expect(later.data).toMatchObject({ items: [{ may: 'no' }] })
      const everywhere = await ask('where_may_i_work', { date: '2026-04-01' })
      expect(everywhere.data.notIn).toContain('CA')
      const nowhere = await ask('where_may_i_work', { state: 'Atlantis' })
      expect(nowhere.data).toMatchObject({ items: [{ may: 'unknown' }] })
    })
  })

  it('finds documents by name or record, and says which record', async () => {
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      const { data } = await ask('find_documents', { query: 'TEXAS card', includeNumbers: true })
      expect(data).toMatchObject({
        found: 1,
        items: [{ name: `card ${number}.pdf`, record: `Texas RN ${number}` }],
      })
      expect(JSON.stringify(data)).toContain(`/credentials/${license}`)
      expect((await ask('find_documents', { query: 'chest' })).data).toMatchObject({ found: 0 })
    })
  })
})

describe('what an assistant never sees', () => {
  it('is a full number in any answer, unless it asks for numbers', async () => {
    await withAssistant(await tokenOf(ann, ['read', 'write']), async ({ ask }) => {
      const draft = await ask('draft_course', { ...course, title: `Update ${number}` })
      const answers = [draft, ...(await Promise.all(questions.map(([name, given]) => ask(name, given))))]
      for (const { text, data, isError } of answers) {
        expect(isError, text).toBe(false)
        expect(`${text} ${JSON.stringify(data)}`.replaceAll(/[^0-9A-Z]/gi, '')).not.toMatch(
          /9934217|55218890/,
        )
      }
      const open = await ask('whats_due', { days: 330, includeNumbers: true })
      expect(open.text).toContain(number)
    })
  })

  it('is a health record, its documents, or a document’s content', async () => {
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      for (const [name, given] of questions) {
        const { text, data } = await ask(name, { ...given, includeNumbers: true })
        expect(`${text} ${JSON.stringify(data)}`, name).not.toMatch(/\bTB\b|chest|skin test|vaccin|%PDF/i)
      }
    })
  })

  it('is anything of another nurse', async () => {
    await withAssistant(await tokenOf(bob, ['read', 'write']), async ({ ask }) => {
      for (const [name, given] of questions) {
        const { text, data } = await ask(name, { ...given, includeNumbers: true })
        expect(`${text} ${JSON.stringify(data)}`, name).not.toMatch(/9934217|Ethics|card|Sepsis/)
      }
      const [cycle] = await cyclesOf(ann)
      const foreign = await ask('draft_course', { ...course, cycleId: cycle?.id })
      expect(foreign.data).toMatchObject({ status: 'choose_cycle', cycles: [] })
    })
  })
})

const cyclesOf = async (nurse: Nurse) =>
  (await ceuClient(nurse).get<{ items: { id: string }[] }>('ceu-cycles')).items
const coursesOf = async (nurse: Nurse) =>
  (await ceuClient(nurse).get<{ items: { title: string; id: string }[] }>('ceu-entries?limit=200')).items

describe('a drafted course', () => {
  it('is saved only after the nurse confirmed exactly this draft, and once', async () => {
    await withAssistant(await tokenOf(ann, ['read', 'write']), async ({ ask }) => {
      const before = await coursesOf(ann)
      const draft = await ask('draft_course', course)
      expect(draft.data).toMatchObject({ status: 'draft', course, cycle: { to: '2027-03-31' }, similar: [] })
      expect(draft.text).toContain('ask whether to save it')
      const { draftId } = draft.data
      const refused: Record<string, unknown>[] = [
        { confirm: true },
        { confirm: true, draftId: 'made-up' },
        { confirm: true, draftId, hours: 9 },
        { confirm: true, draftId, title: 'Another course' },
        { draftId },
      ]
      for (const given of refused)
        expect((await ask('draft_course', { ...course, ...given })).data.status).toBe('draft')
      expect(await coursesOf(ann)).toEqual(before)

      const confirmed = { ...course, confirm: true, draftId }
      const [first, second] = await Promise.all([
        ask('draft_course', confirmed),
        ask('draft_course', confirmed),
      ])
      expect(first.data).toMatchObject({ status: 'saved', course, counted: [{ hours: 2 }] })
      expect(second.data).toEqual(first.data)
      expect(await coursesOf(ann)).toHaveLength(before.length + 1)

      const again = await ask('draft_course', course)
      expect(again.data).toMatchObject({ status: 'draft', similar: [{ title: course.title }] })
      expect(again.text).toContain('The vault may have it already')
    })
  })

  it('names every cycle in which it will count', async () => {
    const cid = await services.nurse('cid')
    const ceu = ceuClient(cid)
    const [main, other] = [await ceu.addCycle(texas), await ceu.addCycle(florida)]
    await withAssistant(await tokenOf(cid, ['read', 'write']), async ({ ask }) => {
      expect((await ask('draft_course', course)).data).toMatchObject({ status: 'choose_cycle' })
      const chosen = { ...course, cycleId: main.id }
      const draft = await ask('draft_course', chosen)
      expect(draft.data).toMatchObject({ cycle: { id: main.id }, alsoIn: [other.state] })
      const saved = await ask('draft_course', { ...chosen, confirm: true, draftId: draft.data.draftId })
      expect(saved.data.counted).toEqual([
        { cycle: main.state, hours: 2 },
        { cycle: other.state, hours: 2 },
      ])
    })
  })

  it('needs the scope `write`, and a cycle that has its day', async () => {
    await withAssistant(await tokenOf(ann), async ({ ask }) => {
      expect(await ask('draft_course', course)).toMatchObject({
        isError: true,
        text: expect.stringContaining('scope'),
      })
    })
    await withAssistant(await tokenOf(ann, ['read', 'write']), async ({ ask }) => {
      const outside = await ask('draft_course', { ...course, completedOn: '2020-02-14' })
      expect(outside.data).toMatchObject({
        status: 'choose_cycle',
        draftId: null,
        cycles: [{ from: '2025-04-01' }],
      })
    })
  })
})

const hello = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
}
const call = (name: string, given: unknown) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
})
const send = (token: string | null, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`http://localhost:${server.port}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const refusal = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  const { code } = (await (await answer).json()) as { code: string }
  return [status, code, headers.get('www-authenticate')?.split(' ')[0] ?? null]
}

describe('/mcp', () => {
  it('is closed without a token, with a cookie, and with a token that is not enough', async () => {
    expect(await refusal(send(null, hello))).toEqual([401, 'not_authenticated', 'Bearer'])
    const cookies = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await refusal(send(null, hello, { Cookie: cookies }))).toEqual([
      401,
      'not_authenticated',
      'Bearer',
    ])
    expect(await refusal(send('lanyard_wrong', hello))).toEqual([401, 'access_token_refused', 'Bearer'])
    for (const scope of ['write', 'share'] as const)
      expect(await refusal(send(await tokenOf(ann, [scope]), hello))).toEqual([
        403,
        'token_scope_missing',
        'Bearer',
      ])
  })

  it('is closed to a token that was ended, and to one of a disabled account', async () => {
    const { id, token } = await addAccessToken(ann)
    const eve = await services.nurse('eve')
    const disabled = await tokenOf(eve)
    await withAssistant(token, async ({ ask }) => {
      await ann.fetch(`/api/users/me/tokens/${id}`, { method: 'DELETE' })
      await expect(ask('am_i_clear_to_work')).rejects.toThrow()
    })
    await services.database.pool.query('update users set disabled_at = now() where id = $1', [eve.id])
    for (const each of [token, disabled])
      expect(await refusal(send(each, hello))).toEqual([401, 'access_token_refused', 'Bearer'])
  })

  it('is closed to pages of other sites, and to other methods', async () => {
    const token = await tokenOf(ann)
    const foreign: Record<string, string>[] = [
      { Origin: 'https://elsewhere.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of foreign)
      expect((await refusal(send(token, hello, headers)))[1]).toBe('foreign_origin')
    const address = `http://localhost:${server.port}/mcp`
    const preflight = await fetch(address, {
      ...{ method: 'OPTIONS', headers: { Origin: 'https://elsewhere.example' } },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('refuses what is no single message, and bounds it', async () => {
    const token = await tokenOf(ann)
    const bad: [unknown, number][] = [
      ['{', 400],
      [[hello, hello], 400],
      [`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(40)}${']'.repeat(40)}}`, 400],
      [{ ...hello, filler: 'x'.repeat(20_001) }, 413],
      [{ ...hello, filler: Array(501).fill(0) }, 400],
      [{ ...hello, filler: 'a\u0000b' }, 422],
    ]
    for (const [body, status] of bad)
      expect((await send(token, body)).status, JSON.stringify(body).slice(0, 60)).toBe(status)
    const good = await send(token, hello)
    expect([good.status, good.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await send(token, hello, { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await send(token, hello, { Accept: 'text/html' })).status).toBe(406)
  })

  it('answers hostile arguments with an error, and never with the server’s own words', async () => {
    const token = await tokenOf(ann, ['read', 'write'])
    const before = await coursesOf(ann)
    const hostile: [string, unknown][] = [
      ['whats_due', { days: -1 }],
      ['whats_due', { days: 1e9 }],
      ['whats_due', { days: '60; drop table users' }],
      ['where_may_i_work', { date: '2026-02-30' }],
      ['where_may_i_work', { state: 'x'.repeat(51) }],
      ['find_documents', { query: 'x'.repeat(201) }],
      ['find_documents', { query: 'a', ownerId: ann.id }],
      ['draft_course', { ...course, hours: 501, confirm: true }],
      ['draft_course', { ...course, cycleId: "' or 1=1 --" }],
      ['am_i_clear_to_work', 'text'],
      ['no_such_tool', {}],
    ]
    for (const [name, given] of hostile) {
      const answer = await send(token, call(name, given))
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(text, name).toMatch(/"isError":true|"error":\{/)
      expect(text, name).not.toMatch(/node_modules|\.ts:|select |passwd.*root/i)
    }
    const odd = await send(token, call('find_documents', { query: '%_\\ "<script>' }))
    expect(await odd.text()).toContain('No document matches')
    expect(await coursesOf(ann)).toEqual(before)
  })

  it('keeps no stream open', async () => {
    await withAssistant(
      await tokenOf(ann),
      async ({ client }) => {
        const listening = client.request({
          method: 'subscriptions/listen',
          params: { notifications: {} },
        } as never)
        await expect(listening).rejects.toThrow()
      },
      { modern: true },
    )
  })

  it('counts against the limit of the token, with every question to the API', async () => {
    const own = await openTestServices({
      rateLimits: { ...defaultRateLimits, token: { tries: 8, seconds: 3600 } },
    })
    const limited = await listen(own)
    try {
      const assistant = await openAssistant(limited, await tokenOf(await own.nurse('ann')))
      const answers = []
      for (let i = 0; i < 4; i += 1)
        answers.push(await assistant.ask('am_i_clear_to_work').catch(() => ({ isError: true, text: 'HTTP' })))
      expect(answers[0]).toMatchObject({ isError: false })
      expect(answers.at(-1)).toMatchObject({ isError: true })
      await assistant.close()
    } finally {
      await limited.close()
      await own.close()
    }
  })
})
