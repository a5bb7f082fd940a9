import { nursingRoles } from '#shared/account/roles.ts'
import { findCertification } from '#shared/credentials/known-certifications.ts'
import { states } from '#shared/credentials/states.ts'
import { territories } from '#shared/credentials/territories.ts'
import { type CredentialUse, credentialUses } from '#shared/imports/credential-columns.ts'
import type { OwnCells } from '#shared/imports/credential-table.ts'
import { isNothing } from '#shared/imports/table-cells.ts'
import { type MendField, problemAt } from '#web/ceu/import/row-mend-form.tsx'
import { t } from '#web/i18n/t.ts'
import type { TableRow } from './use-credential-table.ts'

const NEVER = 'never'
const UNKNOWN = 'unknown'

/** The fields of a row of credentials that can be corrected. */
export function mendFieldsOf({ kind, input, texts, problems }: TableRow): MendField[] {
  const read = input as Record<string, unknown>
  const textOf = (key: string) => (typeof read[key] === 'string' ? read[key] : '')
  const text = (use: CredentialUse, value = texts[use] ?? ''): MendField => ({
    ...{ key: use, label: t(credentialUses[use]), value: isNothing(value) ? '' : value, as: 'text' },
    problem: problemAt(problems, use),
  })
  const date = (use: 'issuedAt' | 'expiresAt'): MendField => ({
    ...{ key: use, label: t(credentialUses[use]), value: textOf(use), as: 'date' },
    problem: problemAt(problems, use),
  })
  const kindField: MendField = {
    ...{ key: 'kind', label: t(credentialUses.kind), value: kind, as: 'choice' },
    items: [
      { id: 'license', label: t`License` },
      { id: 'certification', label: t`Certification` },
    ],
  }
  const what =
    kind === 'license'
      ? [
          choice('type', textOf('type'), roleItems(), problems),
          stateChoice(textOf('state'), problems),
          multistateField(read.multistate, problems),
        ]
      : [text('name', textOf('name'))]
  const { issuers = [] } = findCertification(typeof read.code === 'string' ? read.code : null) ?? {}
  return [
    kindField,
    ...what,
    text('number'),
    {
      ...{ key: 'issuer', label: t(credentialUses.issuer), value: textOf('issuer'), as: 'suggested' },
      items: issuers.map((name) => ({ id: name, label: name })),
      problem: problemAt(problems, 'issuer'),
    },
    date('issuedAt'),
    date('expiresAt'),
    { key: NEVER, label: t`Never expires`, value: read.neverExpires === true ? 'yes' : '', as: 'check' },
  ]
}

type Items = { id: string; label: string }[]

/** A list, and the text of the table if it is not in it. */
function choice(
  use: 'type' | 'state',
  value: string,
  items: Items,
  problems: TableRow['problems'],
): MendField {
  const isListed = value === '' || items.some(({ id }) => id === value)
  return {
    ...{ key: use, label: t(credentialUses[use]), value, as: 'choice' },
    items: isListed ? items : [{ id: value, label: value }, ...items],
    problem: problemAt(problems, use),
  }
}

function multistateField(value: unknown, problems: TableRow['problems']): MendField {
  return {
    ...{ key: 'multistate', label: t`Multistate (compact) license`, as: 'choice' },
    value: value === true ? 'yes' : value === false ? 'no' : UNKNOWN,
    items: [
      { id: 'yes', label: t`Yes` },
      { id: 'no', label: t`No, this state only` },
      { id: UNKNOWN, label: t`I don’t know` },
    ],
    problem: problemAt(problems, 'multistate'),
  }
}

/** A state that is none is to be chosen. */
function stateChoice(value: string, problems: TableRow['problems']): MendField {
  const items = stateItems()
  return choice('state', items.some(({ id }) => id === value) ? value : '', items, problems)
}

const roleItems = (): Items =>
  Object.entries(nursingRoles).map(([id, name]) => ({ id, label: `${id}, ${name}` }))

const stateItems = (): Items =>
  [
    ...states.map(({ code, name }) => ({ id: code, label: name })),
    ...territories.map(({ name }) => ({ id: name, label: name })),
  ].sort((a, b) => a.label.localeCompare(b.label))

/** What was typed, as cells of the table. */
export function mendedCells(values: Record<string, string>): OwnCells<CredentialUse> {
  const { [NEVER]: never, ...cells } = values
  // A date says more than an earlier "never".
  if (never === 'yes') return { ...cells, expiresAt: 'Never' }
  return never === undefined ? cells : { expiresAt: '', neverExpires: '', ...cells }
}
