import { type CeRule, ceRule, rulePart } from '#shared/ceu/rule.ts'
import type { RuleFault } from '#shared/ceu/rule-check.ts'
import { doubtAbout } from '#shared/ceu/rule-facts.ts'
import { defaultConversions } from '#shared/ceu/units.ts'

type Fault = Omit<RuleFault, 'id'>

/**
 * Errors for an editor to correct: the records can be used, but a text, a number or a source in them is probably wrong.
 * A part with a doubt of its own is not reported again. `today` is the calendar date.
 */
export function findRuleErrors(rules: readonly CeRule[], today: string): RuleFault[] {
  const errors = rules.flatMap((rule) =>
    [
      ...checkPeriod(rule),
      ...checkParity(rule),
      ...checkUrls(rule),
      ...checkSupport(rule),
      ...checkNoteDates(rule),
      ...checkNoteNumbers(rule),
      ...checkConditions(rule),
      ...checkArithmetic(rule),
      ...checkUncited(rule),
      ...checkPending(rule, today),
    ].map((fault) => ({ id: rule.id, ...fault })),
  )
  return [
    ...errors,
    ...findAmbiguousKeys(rules),
    ...findUnlikeTwins(rules),
    ...findCopies(rules),
    ...findKinds(rules),
  ]
}

/** A license of one year ends every year, and one of two years in even or in odd years. */
function checkPeriod({ periodYears, certification, renewal: { dates } }: CeRule): Fault[] {
  return dates.flatMap(({ years }, index) =>
    (periodYears === 1 && years !== 'every') ||
    (periodYears === 2 && years === 'every' && certification === null)
      ? [
          {
            field: `renewal.dates.${index}`,
            what: `A period of ${periodYears} years and a date in ${years} years do not fit`,
          },
        ]
      : [],
  )
}

/**
 * Finds a note that says "even-numbered years" with dates in odd ones, because one of them must be wrong. A note may
 * mention both.
 */
function checkParity({ renewal: { note, dates } }: CeRule): Fault[] {
  const said = (['even', 'odd'] as const).filter((parity) =>
    new RegExp(`\\b${parity}([- ]numbered|[- ]year| years?)`, 'i').test(note ?? ''),
  )
  const isEither = dates.some(({ years }) => said.some((parity) => parity === years))
  return said.length === 0 || dates.length === 0 || isEither
    ? []
    : [
        {
          field: 'renewal.dates',
          what: `The note speaks of ${said.join(' and ')} years, and no date is in such a year`,
        },
      ]
}

/** Owners follow the board's URL. A source may be older than TLS. */
function checkUrls({ boardUrl, evidence }: CeRule): Fault[] {
  const urls = evidence.map(({ url }) => url)
  return [
    ...(boardUrl.startsWith('https://') ? [] : [{ field: 'boardUrl', what: `${boardUrl} is not https` }]),
    ...urls.flatMap((url, index) =>
      urls.indexOf(url) < index ? [{ field: `evidence.${index}.url`, what: `${url} is listed twice` }] : [],
    ),
  ]
}

/** Sources and doubts name parts of the record: `hours`, `topic:ethics`, `duty:workforce-survey`. */
function checkSupport({ evidence, doubts, topics, duties, ways }: CeRule): Fault[] {
  const parts = new Set<string>([
    ...rulePart.options,
    ...Object.keys(ceRule.shape),
    ...topics.map(({ key }) => `topic:${key}`),
    ...duties.map(({ key }) => `duty:${key}`),
    ...ways.flatMap(({ needs }) =>
      needs.flatMap(({ categories }) => categories.map(({ key }) => `category:${key}`)),
    ),
  ])
  const unknown = (field: string, names: string[]) =>
    names
      .filter((part) => !parts.has(part))
      .map((part) => ({ field, what: `The record has no part ${part}` }))
  return [
    ...evidence.flatMap(({ supports }, index) => unknown(`evidence.${index}.supports`, supports)),
    ...doubts.flatMap(({ part }, index) => unknown(`doubts.${index}.part`, [part])),
  ]
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const monthDay = `(${months.join('|')}) (\\d{1,2})(?!\\d|, \\d{4})`
/** The end of a term in the first sentence of a note: "December 31 of the fifth year", "Five years, to December 31". */
const endInNote = new RegExp(
  `^${monthDay}|(?:\\bends?|\\bending|\\bexpires?)(?: on)? ${monthDay}|, to ${monthDay}`,
)

/** A note that names the end of the term, and dates that lack it. */
function checkNoteDates(rule: CeRule): Fault[] {
  const { note, dates } = rule.renewal
  const [first = ''] = (note ?? '').split(/[.;(]/)
  const groups = (endInNote.exec(first) ?? []).slice(1).filter((each) => each !== undefined)
  const [month, day] = [months.indexOf(groups[0] ?? '') + 1, Number(groups[1])]
  if (month === 0 || dates.some((each) => each.month === month && each.day === day)) return []
  return [{ field: 'renewal.dates', what: `The note says ${groups.join(' ')}, and no date is that day` }]
}

const inNotes: [RegExp, (rule: CeRule) => number, string][] = [
  [
    /quarter[- ](?:credit|hour|unit)s?(?: \(| = | is | are )(\d+(?:\.\d+)?)/i,
    ({ conversions }) => conversions.quarter_credit ?? defaultConversions.quarter_credit,
    'conversions.quarter_credit',
  ],
  [
    /semester[- ](?:credit|hour|unit)s?(?: \(| = | is | are )(\d+(?:\.\d+)?)/i,
    ({ conversions }) => conversions.semester_credit ?? defaultConversions.semester_credit,
    'conversions.semester_credit',
  ],
  [
    /(?:hours? (?:is|of) |an hour = )(\d\d) minutes|(\d\d)-minute hour/i,
    ({ conversions }) => conversions.minutesPerHour ?? defaultConversions.minutesPerHour,
    'conversions.minutesPerHour',
  ],
]

/** Numbers in notes that the fields contradict: what a credit is worth, the minutes of an hour, and limits. */
function checkNoteNumbers(rule: CeRule): Fault[] {
  const notes = [
    rule.unitNote,
    ...rule.ways.flatMap(({ note, needs }) => [note, ...needs.map((need) => need.note)]),
  ]
  const said = inNotes.flatMap(([pattern, numberOf, field]) =>
    notes.flatMap((note) => {
      const found = pattern.exec(note ?? '')
      const number = Number(found?.[1] ?? found?.[2] ?? Number.NaN)
      return Number.isNaN(number) || number === numberOf(rule)
        ? []
        : [{ field, what: `A note says ${number}, and ${numberOf(rule)} is used` }]
    }),
  )
  const limits = rule.limits.flatMap(({ what, note, hours }, index) => {
    const [, number] =
      /(?:at most|no more than|up to) (\d+) (?:contact )?(?:hours|credits)/i.exec(`${what} ${note}`) ?? []
    return number === undefined || hours !== null
      ? []
      : [{ field: `limits.${index}.hours`, what: `The text says ${number}, and the limit has no hours` }]
  })
  return doubtAbout(rule, 'hours') === null ? [...said, ...limits] : limits
}

/** A condition of a topic that stands in its note only. */
function checkConditions({ topics }: CeRule): Fault[] {
  return topics.flatMap(({ onlyIf, note }, index) =>
    onlyIf === null && /\bonly (for|if|those)\b/i.test(note ?? '')
      ? [{ field: `topics.${index}.onlyIf`, what: 'The note has a condition, and there is no onlyIf' }]
      : [],
  )
}

/** Numbers that someone computed are in doubt. */
function checkArithmetic(rule: CeRule): Fault[] {
  return rule.topics.flatMap(({ key, note }, index) =>
    /\b(arithmetic|a (third|tenth|half) of|two a year|\d+ times)\b/i.test(note ?? '') &&
    doubtAbout(rule, `topic:${key}`) === null
      ? [{ field: `topics.${index}.hours`, what: 'The number is computed: note a doubt about it' }]
      : [],
  )
}

/** Whoever corrects a record looks for its missing sources again. */
function checkUncited({ uncited, readOn, version }: CeRule): Fault[] {
  return uncited.length > 0 && readOn < version
    ? [{ field: 'uncited', what: `Nobody looked for a source since the correction of ${version}` }]
    : []
}

/** Law whose date has passed is in effect, or did not come. */
function checkPending({ pending }: CeRule, today: string): Fault[] {
  return pending.flatMap(({ expected }, index) =>
    expected !== null && expected < today.slice(0, expected.length)
      ? [{ field: `pending.${index}.expected`, what: `${expected} has passed: look up what became of it` }]
      : [],
  )
}

/** A key stands for the same duty in every record, so topics with the same key must share a tag. */
function findAmbiguousKeys(rules: readonly CeRule[]): RuleFault[] {
  const first = new Map<string, { id: string; tags: string[] }>()
  return rules.flatMap(({ id, topics }) =>
    topics.flatMap(({ key, tags }, index) => {
      const known = first.get(key) ?? { id, tags }
      first.set(key, known)
      return known.tags.some((tag) => tags.includes(tag))
        ? []
        : [
            {
              id,
              field: `topics.${index}.key`,
              what: `The key ${key} is about ${tags[0]} here and about ${known.tags[0]} in ${known.id}`,
            },
          ]
    }),
  )
}

/** The parts in which the RN, LPN and APRN records of a state are compared, each with the notes that may explain it. */
const twinParts: [string, (rule: CeRule) => unknown, (rule: CeRule) => string | null][] = [
  ['conversions', ({ conversions }) => conversions, ({ unitNote }) => unitNote],
  ['firstRenewal.rule', ({ firstRenewal }) => firstRenewal.rule, ({ firstRenewal }) => firstRenewal.note],
  ['carryOver.allowed', ({ carryOver }) => carryOver.allowed, ({ carryOver }) => carryOver.note],
  ['renewal.opens', ({ renewal }) => renewal.opens, ({ window }) => window.applyFrom ?? window.note],
  ['renewal.applyBy', ({ renewal }) => renewal.applyBy, ({ window }) => window.applyBy ?? window.note],
  ['renewal.lateUntil', ({ renewal }) => renewal.lateUntil, ({ window }) => window.applyBy ?? window.note],
]

/** Records of one state that differ, and no note says so. */
function findUnlikeTwins(rules: readonly CeRule[]): RuleFault[] {
  const firsts = new Map(
    rules
      .filter(({ license }) => license === 'RN')
      .map((rule) => [`${rule.jurisdiction} ${rule.effectiveFrom}`, rule]),
  )
  return rules.flatMap((rule) => {
    const twin = firsts.get(`${rule.jurisdiction} ${rule.effectiveFrom}`)
    // The records of single roles are often of another board, or of another chapter.
    if (twin === undefined || twin === rule || rule.id !== `${rule.jurisdiction}-${rule.license}`) return []
    return twinParts.flatMap(([field, contentOf, noteOf]) => {
      const isSame = JSON.stringify(contentOf(rule)) === JSON.stringify(contentOf(twin))
      const isSaid = [rule, twin].some(
        (each) => noteOf(each) !== null || doubtAbout(each, field.split('.')[0] ?? field) !== null,
      )
      return isSame || isSaid
        ? []
        : [{ id: rule.id, field, what: `It differs from ${twin.id}, and no note says why` }]
    })
  })
}

const official = ['statute', 'regulation', 'board', 'issuer']

/** A certification with the ways and sources of another, none of them the issuer's. */
function findCopies(rules: readonly CeRule[]): RuleFault[] {
  const seen = new Map<string, string>()
  return rules.flatMap((rule) => {
    if (rule.certification === null || rule.ways.length === 0) return []
    const content = JSON.stringify([rule.ways, rule.limits, rule.evidence.map(({ url }) => url)])
    const first = seen.get(content)
    seen.set(content, first ?? rule.id)
    const isBacked =
      rule.evidence.some(
        ({ kind, supports }) =>
          official.includes(kind) && supports.some((part) => part === 'hours' || part === 'ways'),
      ) || rule.checked.ways !== 'official'
    return first === undefined || isBacked
      ? []
      : [{ id: rule.id, field: 'ways', what: `It is a copy of ${first}, without a source of the issuer` }]
  })
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '')

/** A source whose kind its address belies: a vendor at a government's address, or a board's text at a vendor's. */
function findKinds(rules: readonly CeRule[]): RuleFault[] {
  const vendors = new Set(
    rules.flatMap(({ evidence }) =>
      evidence.filter(({ kind }) => kind === 'vendor').map(({ url }) => hostOf(url)),
    ),
  )
  return rules.flatMap(({ id, evidence }) =>
    evidence.flatMap(({ kind, url }, index) => {
      const isPublic = /\.gov$|\.state\.[a-z]{2}\.us$/.test(hostOf(url))
      const isBelied = official.includes(kind)
        ? vendors.has(hostOf(url)) && !isPublic
        : kind === 'vendor' && isPublic
      return isBelied
        ? [{ id, field: `evidence.${index}.kind`, what: `${url} is not the text of a ${kind}` }]
        : []
    }),
  )
}
