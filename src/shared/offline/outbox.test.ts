import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Choice,
  decide,
  differences,
  discard,
  type Fields,
  nextToSend,
  type OutboxItem,
  type Outcome,
  settle,
} from './outbox.ts'

type Saved = Fields & { id: string; updatedAt: string }

/** The server: each key is done once, and a change of another version than the saved one is refused. */
function serverStub() {
  const records = new Map<string, Saved>()
  const answers = new Map<string, Saved>()
  const applied: string[] = []
  let version = 0
  const save = (id: string, fields: Fields): Saved => {
    version += 1
    const record = { ...records.get(id), ...fields, id, updatedAt: String(version) }
    records.set(id, record)
    return record
  }
  return {
    records,
    applied,
    changeElsewhere: (id: string, field: string) => save(id, { [field]: `elsewhere ${version}` }),
    receive({ key, method, path, body, seen }: OutboxItem): Outcome {
      const known = answers.get(key)
      if (known) return { kind: 'saved', record: known }
      const id = method === 'POST' ? `id-${records.size}` : path.slice(path.lastIndexOf('/') + 1)
      const now = records.get(id)
      if (method === 'PATCH' && !now) return { kind: 'refused', message: 'License not found' }
      if (now && now.updatedAt !== seen?.updatedAt) return { kind: 'conflict', saved: now }
      applied.push(key)
      const record = save(id, body ?? {})
      answers.set(key, record)
      return { kind: 'saved', record }
    },
  }
}

const made = (key: string): OutboxItem => ({
  key,
  method: 'POST',
  path: '/api/credentials',
  body: { title: key },
  file: null,
  title: key,
  seen: null,
  queuedAt: '2026-11-23T14:10:00.000Z',
  state: { kind: 'waiting' },
})
const changed = (key: string, id: string, seen: Fields | null): OutboxItem => ({
  ...made(key),
  method: 'PATCH',
  path: `/api/credentials/${id}`,
  body: { number: key },
  seen,
})

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), which: fc.nat(9) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
  ...(['lost before', 'lost after', 'signed out', 'restart'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind) }),
  ),
  fc.record({
    kind: fc.constant('change elsewhere' as const),
    which: fc.nat(9),
    field: fc.constantFrom('title', 'number'),
  }),
  fc.record({ kind: fc.constant('keep mine' as const), which: fc.nat(9) }),
)

describe('the outbox', () => {
  test('sends each change at most once and loses none, in any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const server = serverStub()
        let items: OutboxItem[] = []
        let count = 0
        const queued: string[] = []
        /** A conflict that the owner decided is sent under another key. */
        const renamed = new Map<string, string>()
        const queue = (item: OutboxItem) => {
          items = [...items, item]
          queued.push(item.key)
        }
        const attempt = (arrives: boolean, returns: Outcome | null) => {
          const item = nextToSend(items)
          if (!item) return
          const answer = arrives ? server.receive(item) : null
          items = settle(items, item.key, returns ?? answer ?? { kind: 'lost' })
        }
        for (const each of events) {
          count += 1
          const key = `key-${String(count).padStart(3, '0')}`
          if (each.kind === 'create') queue(made(key))
          if (each.kind === 'change') {
            const known = [...server.records.values(), ...items.filter(({ method }) => method === 'POST')]
            const target = known[each.which % Math.max(known.length, 1)]
            if (target && 'key' in target) queue(changed(key, String(target.key), null))
            else if (target) queue(changed(key, String(target.id), { ...target }))
          }
          if (each.kind === 'send') attempt(true, null)
          if (each.kind === 'lost before') attempt(false, { kind: 'lost' })
          if (each.kind === 'lost after') attempt(true, { kind: 'lost' })
          if (each.kind === 'signed out') attempt(false, { kind: 'signed-out' })
          if (each.kind === 'restart') items = JSON.parse(JSON.stringify(items))
          if (each.kind === 'change elsewhere') {
            const ids = [...server.records.keys()]
            const id = ids[each.which % Math.max(ids.length, 1)]
            if (id !== undefined) server.changeElsewhere(id, each.field)
          }
          if (each.kind === 'keep mine') {
            const open = items.filter(({ state }) => state.kind === 'conflict')
            const one = open[each.which % Math.max(open.length, 1)]
            if (one) {
              renamed.set(one.key, key)
              items = decide(items, one.key, 'mine', key)
            }
          }
        }
        expect(new Set(server.applied).size).toBe(server.applied.length)
        const latest = (key: string): string => (renamed.has(key) ? latest(renamed.get(key) ?? '') : key)
        for (const key of queued) {
          const kept = items.some((item) => item.key === latest(key))
          expect(kept || server.applied.includes(latest(key)), key).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('sends everything once there is a connection', () => {
    const server = serverStub()
    let items = [made('key-a'), changed('key-b', 'key-a', null), changed('key-c', 'key-a', null)]
    for (let item = nextToSend(items); item; item = nextToSend(items))
      items = settle(items, item.key, server.receive(item))
    expect(items).toEqual([])
    expect([...server.records.values()]).toMatchObject([{ title: 'key-a', number: 'key-c' }])
  })

  test('sends a file before the record that it belongs to, and puts its new id into the record', () => {
    const file = { ...made('file-key'), path: '/api/upload', body: null }
    const record = { ...made('record-key'), body: { fileId: 'file-key', fileIds: ['file-key'] } }
    expect(nextToSend([file, record])?.key).toBe('file-key')
    const [rest] = settle([file, record], 'file-key', { kind: 'saved', record: { id: 'stored' } })
    expect(rest?.body).toEqual({ fileId: 'stored', fileIds: ['stored'] })
  })

  test('does not send a record whose file was refused', () => {
    const file = { ...made('file-key'), path: '/api/upload', body: null }
    const record = { ...made('record-key'), body: { fileIds: ['file-key'] } }
    const items = settle([file, record], 'file-key', { kind: 'refused', message: 'Too large' })
    expect(nextToSend(items)).toBeNull()
    const [left] = discard(items, 'file-key')
    expect(left?.body).toEqual({ fileIds: [] })
    expect(left?.key).toBe('record-key')
  })

  test('discards the changes of a new record with it', () => {
    expect(
      discard([made('key-a'), changed('key-b', 'key-a', null), made('key-c')], 'key-a').map(({ key }) => key),
    ).toEqual(['key-c'])
  })

  test('sends the changes of one record in order, without blocking changes of other records', () => {
    const conflict = (item: OutboxItem): OutboxItem => ({ ...item, state: { kind: 'conflict', saved: {} } })
    const [one, again, other] = [
      changed('key-1', 'x', null),
      changed('key-2', 'x', null),
      changed('key-3', 'y', null),
    ]
    expect(nextToSend([conflict(one), again, other])?.key).toBe('key-3')
    expect(nextToSend([conflict(one), again])).toBeNull()
    expect(nextToSend([conflict(made('key-a')), made('key-c')])?.key).toBe('key-c')
    expect(nextToSend([])).toBeNull()
  })

  test('bases later changes of a record on its saved version', () => {
    const record = { id: 'x', title: 'New' }
    const later = changed('key-2', 'x', { title: 'Old' })
    const [same, other] = settle(
      [changed('key-1', 'x', null), later, changed('key-3', 'yx', null)],
      'key-1',
      {
        kind: 'saved',
        record,
      },
    )
    expect(same?.seen).toEqual(record)
    expect(other?.seen).toBeNull()
    const upload = { ...made('key-4'), path: '/api/upload/x' }
    expect(
      settle([changed('key-1', 'x', null), upload], 'key-1', { kind: 'saved', record })[0]?.seen,
    ).toBeNull()
  })

  test('only drops an item that was saved without an answer, and ignores unknown keys', () => {
    const items = [made('key-a'), changed('key-b', 'key-a', null)]
    expect(settle(items, 'key-a', { kind: 'saved', record: null })).toEqual([items[1]])
    expect(settle(items, 'gone', { kind: 'saved', record: { id: 'x' } })).toEqual(items)
    expect(settle(items, 'key-a', { kind: 'lost' })).toEqual(items)
    expect(settle(items, 'key-a', { kind: 'signed-out' })).toEqual(items)
    expect(settle(items, 'key-b', { kind: 'refused', message: 'No' }).map(({ state }) => state.kind)).toEqual(
      ['waiting', 'refused'],
    )
  })

  test('replaces the key of a new record with its id everywhere, even in an item without a body', () => {
    const bare = { ...changed('key-b', 'key-a', null), body: null }
    const [after] = settle([made('key-a'), bare], 'key-a', { kind: 'saved', record: { id: 'new' } })
    expect([after?.path, after?.body]).toEqual(['/api/credentials/new', null])
  })

  describe('a change of a record that another device has changed since', () => {
    const seen = { number: '1', notes: null, updatedAt: '1' }
    const item: OutboxItem = { ...changed('key-1', 'x', seen), body: { number: '2', notes: 'mine' } }
    const conflict = (saved: Fields): OutboxItem => ({ ...item, state: { kind: 'conflict', saved } })
    const settled = (saved: Fields) => settle([item], 'key-1', { kind: 'conflict', saved })

    test('is sent again where the other device changed other fields, or to the same values', () => {
      const saved = { number: '2', notes: null, title: 'theirs', updatedAt: '2' }
      expect(settled(saved)).toEqual([{ ...item, seen: saved }])
    })

    test('asks the owner where it changed the same field, or where the server refuses the same version', () => {
      const saved = { number: '3', notes: null, updatedAt: '2' }
      expect(settled(saved)).toEqual([conflict(saved)])
      expect(settled(seen)).toEqual([conflict(seen)])
    })

    test.each<[Choice, Fields]>([
      ['mine', { number: '2', notes: 'mine' }],
      ['saved', { notes: 'mine' }],
    ])('is sent under another key as the owner decides: %s', (choice, body) => {
      const saved = { number: '3', notes: null, updatedAt: '2' }
      expect(decide([conflict(saved), made('key-2')], 'key-1', choice, 'key-3')).toEqual([
        { ...item, body, key: 'key-3', seen: saved },
        made('key-2'),
      ])
    })

    test('is dropped if nothing of it is left, and only then', () => {
      const saved = { number: '3', notes: 'theirs', updatedAt: '2' }
      expect(decide([conflict(saved)], 'key-1', 'saved', 'key-3')).toEqual([])
      expect(decide([item], 'key-1', 'saved', 'key-3')).toEqual([item])
    })
  })

  test('removes a discarded file from its record, and makes the next one the main file', () => {
    const withFiles = (body: Fields) => ({ ...made('record'), body })
    const left = (body: Fields) => discard([withFiles(body)], 'file-key')[0]?.body
    expect(left({ fileId: 'file-key', fileIds: ['file-key', 'b'] })).toEqual({ fileId: 'b', fileIds: ['b'] })
    expect(left({ fileId: 'file-key', fileIds: ['file-key'] })).toEqual({ fileId: null, fileIds: [] })
    expect(left({ fileId: 'b', fileIds: ['b', 'file-key'] })).toEqual({ fileId: 'b', fileIds: ['b'] })
    expect(left({ fileIds: ['b', 'file-key'], notes: null })).toEqual({ fileIds: ['b'], notes: null })
    expect(left({ notes: 'file-key' })).toEqual({ notes: 'file-key' })
    expect(left({ title: 'other' })).toEqual({ title: 'other' })
  })

  test('lists the fields in which a conflict differs', () => {
    const body = { number: '1', tags: ['a'], notes: null, counts: [{ cycleId: 'c', acceptedHours: 2 }] }
    const counts = (acceptedHours: number | null, hours: number) => [{ cycleId: 'c', acceptedHours, hours }]
    const saved = { number: '2', tags: ['a'], notes: 'x', title: 'x', counts: counts(null, 3) }
    const seen = { number: '0', tags: [], notes: 'x', title: '', counts: counts(null, 1) }
    expect(differences({ body, seen }, saved)).toEqual([{ field: 'number', mine: '1', saved: '2' }])
    expect(differences({ body, seen: null }, saved).map(({ field }) => field)).toEqual([
      'number',
      'notes',
      'counts',
    ])
    expect(differences({ body: null, seen }, saved)).toEqual([])
  })
})
