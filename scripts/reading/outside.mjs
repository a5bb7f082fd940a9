// Reads documents whose layouts were written by somebody who had not seen the rules, and compares what a form would show
// with what they say.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contactHoursOf } from '#shared/ceu/entry.ts'
import { withUsualEnd } from '#shared/credentials/read-end.ts'
import stateData from '#shared/data/states.json' with { type: 'json' }
import { foldText } from '#shared/kernel/fold-text.ts'
import { suggestionsIn } from '#shared/reading/suggestions.ts'
import { openReader } from './read.mjs'

const today = '2026-11-26'
const fieldsOf = {
  license: ['type', 'state', 'number', 'issuedAt', 'expiresAt'],
  certification: ['code', 'issuer', 'number', 'issuedAt', 'expiresAt'],
  ce: ['title', 'provider', 'completedAt', 'hours', 'name', 'approver', 'approverNo'],
}

/** Each field of each document of these folders, in one medium: `pdf` or `photo`. */
export async function compareOutside(folders, medium) {
  const reader = await openReader(medium)
  const compared = []
  for (const folder of folders) {
    const documents = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'))
    for (const document of documents)
      for (const file of filesOf(folder, document.id, medium)) {
        const pages = await reader.read(readFileSync(join(folder, file)))
        const shown = shownBy(pages, document.group)
        compared.push(...best(document.expect.map((expected) => fieldsIn(expected, shown, document, file))))
      }
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

/** What the form of this group would show: values are filled in if they are certain, else offered. */
function shownBy(pages, group) {
  const found = withUsualEnd(suggestionsIn(pages, today, group === 'ce' ? 'course' : 'credential'))
  const of = (field) => found.find((one) => one.field === field)
  const isOtherForm = group !== 'ce' && of('kind')?.value !== group
  const shown = (field, value = (one) => one.value) =>
    of(field) && !isOtherForm && { value: value(of(field)), isFilled: of(field).confidence === 'confident' }
  const hours = ({ value }) =>
    of('unit')?.value === 'contact_hour'
      ? Number(value)
      : contactHoursOf({ amount: Number(value), unit: of('unit')?.value })
  return {
    ...Object.fromEntries(
      [
        'type',
        'state',
        'code',
        'issuer',
        'number',
        'issuedAt',
        'expiresAt',
        'title',
        'provider',
        'completedAt',
      ].map((field) => [field, shown(field)]),
    ),
    hours: shown('amount', hours),
    name: shown('holderName'),
    approver: shown('approvedBy'),
    approverNo: shown('providerNumber'),
  }
}

/** Of several records that the document has, the one that was read. */
const best = (records) => records.toSorted((a, b) => right(b) - right(a))[0]
const right = (fields) => fields.filter(({ result }) => result.startsWith('right')).length

function fieldsIn(expected, shown, document, file) {
  return fieldsOf[document.group].flatMap((field) => {
    const wanted = wantedFor(expected, field, shown).filter((each) => each !== undefined)
    const value = shown[field]
    if (wanted.length === 0 && !value) return []
    if (!value && wanted.includes(null)) return []
    return [
      { id: document.id, file, group: document.group, field, wanted, value, result: resultOf(wanted, value) },
    ]
  })
}

function resultOf(wanted, value) {
  if (!value) return 'missed'
  const isRight = wanted.some((each) => each !== null && plain(each) === plain(value.value))
  return `${isRight ? 'right' : 'wrong'} ${value.isFilled ? 'filled' : 'offered'}`
}

function wantedFor(expected, field, shown) {
  if (field === 'approver') return (expected.approvers ?? []).flatMap(([names]) => names)
  if (field === 'approverNo') return numbersOf(expected.approvers ?? [], shown.approver)
  const own = [expected[field]].flat()
  if (field === 'state')
    return own.map((state) => stateData.records.find(({ name }) => name === state)?.code ?? state)
  return own
}

/** The number of the approver that was read; of any approver if none was. */
function numbersOf(approvers, approver) {
  const own = approvers.filter(
    ([names]) => approver && names.some((name) => plain(name) === plain(approver.value)),
  )
  return (own.length > 0 ? own : approvers).flatMap(([, numbers]) => numbers)
}

const plain = (value) =>
  foldText(String(value))
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}.]+|\.(?!\d)/gu, '')

const results = ['right filled', 'right offered', 'missed', 'wrong filled', 'wrong offered']

/** A table of one medium, and what must never happen, counted. */
export function outsideTable(compared) {
  const row = (name, own) => {
    const count = (result) => own.filter((one) => one.result === result).length
    const all = own.filter(({ result, wanted }) => result !== 'wrong filled' || wanted.some(Boolean)).length
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
