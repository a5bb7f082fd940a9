// Reads documents whose layouts were written by somebody who had not seen the rules, and compares what a form would show
// with what they say.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contactHoursOf } from '#shared/ceu/units.ts'
import { places } from '#shared/credentials/place-names.ts'
import { withUsualEnd } from '#shared/credentials/read-end.ts'
import { foldText } from '#shared/kernel/fold-text.ts'
import { courseRecordsIn, suggestionsIn } from '#shared/reading/suggestions.ts'
import { at, SetupError } from '../run.mjs'
import { openReader } from './read.mjs'

const today = '2026-11-26'
const fieldsOf = {
  license: ['type', 'state', 'number', 'issuedAt', 'expiresAt'],
  certification: ['code', 'issuer', 'number', 'issuedAt', 'expiresAt'],
  ce: ['title', 'provider', 'completedAt', 'hours', 'name', 'approver', 'approverNo'],
}
// Of a receipt, nothing should be filled in.
fieldsOf.none = [...new Set(Object.values(fieldsOf).flat())]

const LOTS = ['lot1', 'lot2', 'lot3', 'lot4', 'lot5', 'lot6', 'lot7']

/** The folders of the lots. Missing files are made. */
export function makeLots(chromium, withPhotos) {
  return LOTS.map((lot) => {
    const folder = at('.cache', 'reading-outside', lot)
    const isMade = existsSync(join(folder, 'truth.json'))
    const hasPhotos = isMade && readdirSync(folder).some((name) => name.endsWith('.jpg'))
    if (isMade && (hasPhotos || !withPhotos)) return folder
    process.stderr.write(`Making ${lot}\n`)
    mkdirSync(folder, { recursive: true })
    const script = at('scripts', 'reading', 'outside', `${lot}.py`)
    const { status, error } = spawnSync(
      'python3',
      ['-B', script, '--out', folder, ...(withPhotos ? [] : ['--no-photos'])],
      { stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
    )
    if (error || status !== 0)
      throw new SetupError(
        'The documents need Python 3, poppler, numpy and scipy, and their photos ImageMagick and Pillow.',
      )
    return folder
  })
}

/** Each field of each document of a folder, in one medium: `pdf` or `photo`. */
export async function compareOutside(folder, medium) {
  const reader = await openReader(medium)
  const compared = []
  for (const document of JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')))
    for (const file of filesOf(folder, document.id, medium)) {
      const pages = await reader.read(readFileSync(join(folder, file)))
      const read = readAs(document, pages)
      const expected = document.expect.length > 0 ? document.expect : [{}]
      const records = expected.map((one) => recordsIn(one, read, document))
      const [best] = records.toSorted((a, b) => right(b) - right(a))
      compared.push(...best.map((one) => ({ file, group: document.group, ...one })))
    }
  reader.close()
  return compared
}

const filesOf = (folder, id, medium) =>
  readdirSync(folder)
    .filter(
      (name) =>
        name.startsWith(id) && (medium === 'pdf' ? /^\.pdf$/ : /^[^/]*\.jpe?g$/).test(name.slice(id.length)),
    )
    .toSorted()

/** What the form shows, and the forms of the courses of a transcript. */
function readAs({ group }, pages) {
  const purpose = group === 'ce' || group === 'none' ? 'course' : 'credential'
  const whole = suggestionsIn(pages, today, purpose)
  const kind = whole.find(({ field }) => field === 'kind')?.value
  const courses = courseRecordsIn(pages, whole, today)
  // The form of another kind stays empty.
  const isOther = purpose === 'credential' && kind !== group
  return {
    form: shownBy(isOther ? [] : whole),
    courses: courses.map(shownBy),
  }
}

/** Values are filled in if they are certain, else offered. */
function shownBy(suggestions) {
  const found = withUsualEnd(suggestions)
  const shown = (field, value = (one) => one.value) => {
    const one = found.find((each) => each.field === field)
    return one && { value: value(one), isFilled: one.confidence === 'confident' }
  }
  const unit = found.find(({ field }) => field === 'unit')?.value
  const hours = ({ value }) =>
    unit === 'contact_hour' ? Number(value) : contactHoursOf({ amount: Number(value), unit })
  const same = ['type', 'state', 'code', 'issuer', 'number', 'issuedAt', 'expiresAt', 'title', 'provider']
  return {
    ...Object.fromEntries([...same, 'completedAt'].map((field) => [field, shown(field)])),
    hours: shown('amount', hours),
    name: shown('holderName'),
    approver: shown('approvedBy'),
    approverNo: shown('providerNumber'),
  }
}

const right = (fields) => fields.filter(({ result }) => result.startsWith('right')).length

/** The fields of a record, or those of each course of a transcript. */
function recordsIn(expected, { form, courses }, { group }) {
  if (!expected.courses) return fieldsIn(expected, form, fieldsOf[group])
  return expected.courses
    .filter(({ hours }) => hours !== 0)
    .flatMap((course) => {
      const own = { provider: expected.provider, name: expected.name, ...course }
      const compared = courses.map((shown) => fieldsIn(own, shown, fieldsOf.ce))
      const isSameCourse = (fields) =>
        fields.some(
          ({ field, result }) => /^(?:title|completedAt)$/.test(field) && result.startsWith('right'),
        )
      const [best] = compared.filter(isSameCourse).toSorted((a, b) => right(b) - right(a))
      return best ?? fieldsIn(own, courses.length > 0 ? shownBy([]) : form, fieldsOf.ce)
    })
}

const fieldsIn = (expected, shown, fields) =>
  fields.flatMap((field) => {
    const wanted = wantedFor(expected, field, shown).filter((each) => each !== undefined)
    const value = shown[field]
    if (!value && (wanted.length === 0 || wanted.includes(null))) return []
    return [{ field, wanted, value, result: resultOf(wanted, value) }]
  })

function resultOf(wanted, value) {
  if (!value) return 'missed'
  const isRight = wanted.some((each) => each !== null && isSame(each, value.value))
  return `${isRight ? 'right' : 'wrong'} ${value.isFilled ? 'filled' : 'offered'}`
}

function wantedFor(expected, field, shown) {
  if (field === 'approver') return (expected.approvers ?? []).flatMap(([names]) => names)
  if (field === 'approverNo') return numbersOf(expected.approvers ?? [], shown.approver)
  const own = [expected[field]].flat()
  if (field === 'state')
    return own.map(
      (state) => places.find(({ name, code }) => name === state || code === state)?.stored ?? state,
    )
  return own
}

/** The number of the approver that was read; of any approver if none was. */
function numbersOf(approvers, approver) {
  const own = approvers.filter(
    ([names]) => approver && names.some((name) => plain(name) === plain(approver.value)),
  )
  return (own.length > 0 ? own : approvers).flatMap(([, numbers]) => numbers)
}

/** A printed month is right as any of its days. */
const isSame = (wanted, value) =>
  plain(wanted) === plain(value) || (/^\d{4}-\d\d$/.test(wanted) && String(value).startsWith(wanted))

const plain = (value) =>
  foldText(String(value))
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}.]+|\.(?!\d)/gu, '')

const results = ['right filled', 'right offered', 'missed', 'wrong filled', 'wrong offered']

/** A table of one medium, and what must never happen, counted. */
export function outsideTable(compared) {
  const row = (name, own) => {
    const count = (result) => own.filter((one) => one.result === result).length
    const all = own.filter(({ wanted }) => wanted.some(Boolean)).length
    const share = (part) => `${((100 * part) / all).toFixed(1)} %`
    return [
      name,
      all,
      ...results.map(count),
      share(count('right filled')),
      share(count('right filled') + count('right offered')),
    ]
  }
  const by = (key) =>
    [...new Set(compared.map((one) => one[key]))].map((name) =>
      row(
        name,
        compared.filter((one) => one[key] === name),
      ),
    )
  const rows = [
    ...by('field'),
    ...by('group'),
    row(
      'titles and providers',
      compared.filter(({ field }) => field === 'title' || field === 'provider'),
    ),
    row('all', compared),
  ]
  const head = ['', 'in the documents', ...results, 'right and filled', 'filled or offered']
  const isWrong = ({ result }) => result === 'wrong filled'
  const dates = compared.filter((one) => isWrong(one) && /At$/.test(one.field))
  const hours = compared.filter((one) => isWrong(one) && one.field === 'hours')
  const tenfold = hours.filter(({ wanted, value }) => wanted.some((each) => value.value >= 9.5 * each))
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Wrong dates filled in: ${dates.length}. Hours filled in that are ten times the true ones: ${tenfold.length}.`,
  ].join('\n')
}

/** Every field that is not right and filled in. */
export const outsideFaults = (compared) =>
  compared
    .filter(({ result }) => result !== 'right filled')
    .map(
      ({ file, field, result, wanted, value }) =>
        `${file} ${field}: ${result}: ${value?.value ?? 'nothing'}, not ${wanted.slice(0, 2).join(' or ')}`,
    )
