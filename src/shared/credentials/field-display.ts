import { msg } from '#shared/i18n/translate.ts'

/** The value of a field, in the database and in JSON. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly { name: string; value: string }[]
  | null

/**
 * How a field begins, is shown, searched and exported. This module imports no schema: pages that only show a credential
 * load nothing else, and forms load the schemas when they are used.
 */
export type FieldDisplay = {
  /** In forms, details, exports and comparisons. */
  label: string
  /** `false` if the details and the exported page show the field in another way. */
  isListed?: false
  /** The field's column in the exported spreadsheet. Renaming a column breaks spreadsheets that owners already have. */
  column: string | null
  isSearched: boolean
  /** How a value is formatted: "Mar 31, 2027", "45 days", "2 years". */
  unit?: 'date' | 'days' | 'years'
  /** The default in a new credential. A field without a default is required. */
  initial?: FieldValue
  /** Shown for a missing value. Without this text, a missing value is not listed. */
  emptyText?: string
}

type Display = Record<string, FieldDisplay>

/** Printed on the card of a license or a certification. */
export const cardDisplay = {
  number: { label: msg`Number`, column: 'number', isSearched: true, initial: null },
  issuedAt: { label: msg`Issued on`, column: 'issued_on', isSearched: false, initial: null, unit: 'date' },
  expiresAt: {
    label: msg`Expires on`,
    column: 'expires_on',
    isSearched: false,
    initial: null,
    unit: 'date',
    emptyText: msg`Missing`,
  },
  neverExpires: {
    label: msg`Does not expire`,
    isListed: false,
    column: 'never_expires',
    isSearched: false,
    initial: false,
  },
} as const satisfies Display

/** Added by the owner to a license or a certification. */
export const ownerDisplay = {
  reminderDays: {
    label: msg`Remind me`,
    column: 'reminder_days',
    isSearched: false,
    initial: null,
    unit: 'days',
  },
  tags: { label: msg`Tags`, column: 'tags', isSearched: true, initial: [] },
  fileId: { label: msg`Main document`, isListed: false, column: null, isSearched: false, initial: null },
  fileIds: { label: msg`Documents`, isListed: false, column: null, isSearched: false, initial: [] },
} as const satisfies Display

export const notesDisplay = {
  label: msg`Notes`,
  column: 'notes',
  isSearched: true,
  initial: null,
} as const satisfies FieldDisplay

export const licenseNamesDisplay = {
  title: { label: msg`Title`, isListed: false, column: null, isSearched: true },
  type: { label: msg`License type`, column: 'type', isSearched: true },
  state: { label: msg`State`, column: 'state', isSearched: true },
} as const satisfies Display

/** The fields of a license, in display order. */
export const licenseDisplay = {
  ...licenseNamesDisplay,
  issuer: { label: msg`Issued by`, column: 'issuer', isSearched: true },
  ...cardDisplay,
  multistate: { label: msg`Multistate`, column: 'multistate', isSearched: false, initial: null },
  renewalCycle: {
    label: msg`Renewed every`,
    column: 'renewal_years',
    isSearched: false,
    initial: null,
    unit: 'years',
  },
  ...ownerDisplay,
  extra: { label: msg`More`, column: 'more', isSearched: false, initial: [] },
  notes: notesDisplay,
} as const satisfies Display

export const certificationNamesDisplay = {
  name: { label: msg`Name of the certification`, isListed: false, column: null, isSearched: true },
  code: { label: msg`Code`, column: 'code', isSearched: true, initial: null },
} as const satisfies Display

/** The fields of a certification, in display order. */
export const certificationDisplay = {
  ...certificationNamesDisplay,
  issuer: { label: msg`Issued by`, column: 'issuer', isSearched: true },
  ...cardDisplay,
  requiredForWork: {
    label: msg`Required for work`,
    column: 'required_for_work',
    isSearched: false,
    initial: null,
  },
  ...ownerDisplay,
  notes: notesDisplay,
} as const satisfies Display

type InitialValues<D extends Display> = {
  [K in keyof D as D[K] extends { initial: FieldValue } ? K : never]: D[K]['initial'] extends readonly []
    ? never[]
    : D[K]['initial']
}

/** The initial values of the fields that have one. */
export function initialValuesOf<D extends Display>(fields: D): InitialValues<D> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { initial }]): unknown[][] =>
      initial === undefined ? [] : [[key, initial]],
    ),
  )
}

/** The fields of both kinds, in display order. */
export const credentialDisplay = {
  ...licenseNamesDisplay,
  ...certificationNamesDisplay,
  ...licenseDisplay,
  ...certificationDisplay,
}

/** Names that a free field of a license cannot have: every other key of a license in responses and columns. */
export const takenNames: ReadonlySet<string> = new Set([
  ...Object.keys(credentialDisplay),
  ...['kind', 'id', 'userId', 'ownerId', 'status', 'daysLeft', 'dateMissing', 'freeFields'],
  'followsSchedule',
  ...['archivedAt', 'createdAt', 'updatedAt', 'deletedAt', 'sortTitle', 'searchText'],
])
