// Compares suggestions with the truth, field by field.

const dateFields = ['issuedAt', 'expiresAt', 'completedAt']
export const fields = [
  'kind',
  'state',
  'type',
  'code',
  'issuer',
  'number',
  ...dateFields,
  'holderName',
  'title',
  'provider',
  'approvedBy',
  'providerNumber',
  'amount',
  'unit',
]

const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()

/** For one document: each field with its suggestion and whether the suggestion is correct. */
export function compare(suggestions, truth) {
  return fields.flatMap((field) => {
    const suggestion = suggestions.find((one) => one.field === field)
    const expected = truth[field]
    if (!suggestion && expected === undefined) return []
    const isRight = suggestion && expected !== undefined && plain(suggestion.value) === plain(expected)
    return [{ field, expected, suggestion, isRight: Boolean(isRight) }]
  })
}

/** `all`: every comparison of a medium. */
export function tableOf(all) {
  const rows = [...fields, 'all dates'].flatMap((name) => {
    const own = all.filter(({ field }) =>
      name === 'all dates' ? dateFields.includes(field) : field === name,
    )
    const expected = own.filter((one) => one.expected !== undefined)
    if (own.length === 0) return []
    const suggested = own.filter(({ suggestion }) => suggestion)
    const sure = suggested.filter(({ suggestion }) => suggestion.confidence === 'confident')
    const right = (list) => list.filter(({ isRight }) => isRight).length
    return [
      {
        name,
        expected: expected.length,
        recall: percent(right(expected), expected.length),
        precision: percent(right(suggested), suggested.length),
        confident: percent(sure.length, expected.length),
        confidentRight: percent(right(sure), sure.length),
        confidentWrong: sure.length - right(sure),
      },
    ]
  })
  const head = [
    'field',
    'in the documents',
    'recall',
    'precision',
    'confident',
    'of these right',
    'of these wrong',
  ]
  const lines = rows.map((row) => Object.values(row).join(' | '))
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}

function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
