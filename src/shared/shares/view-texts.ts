import type { ShareView, ViewFile, ViewItem } from './view.ts'

/**
 * What hiding the numbers does with a text. `free`: nothing, because the text contains none of the owner's words, for
 * example a date, a choice from a list or a phrase of ours. `searched`: a number in the text is replaced. `hidden`: the
 * text is itself a number.
 */
export type Treatment = 'free' | 'searched' | 'hidden'

/** The treatment of every text in a value of this type. A new text without a treatment does not compile. */
type TextsOf<V> = V extends string
  ? Treatment
  : V extends readonly (infer Each)[]
    ? TextsOf<Each>
    : V extends object
      ? { [K in keyof V as [TextsOf<V[K]>] extends [never] ? never : K]: TextsOf<V[K]> }
      : never

const files: TextsOf<ViewFile> = { id: 'free', name: 'searched', kind: 'free' }

const dated = {
  number: 'hidden',
  issuedAt: 'free',
  expiresAt: 'free',
  status: 'free',
  lookup: { name: 'searched', url: 'searched' },
  lookedUp: { on: 'free', place: 'searched', status: 'searched', expiresAt: 'free' },
  files,
} as const

/**
 * The texts of each kind of item. The texts of one record are searched in this order, in which a page shows them,
 * because a number may continue from one text into the next.
 */
export const itemTexts: { [I in ViewItem as I['resourceType']]: TextsOf<I> } = {
  license: {
    resourceType: 'free',
    title: 'searched',
    type: 'searched',
    state: 'searched',
    issuer: 'searched',
    ...dated,
  },
  certification: {
    resourceType: 'free',
    title: 'searched',
    code: 'searched',
    issuer: 'searched',
    ...dated,
  },
  ceuCycle: {
    resourceType: 'free',
    title: 'searched',
    state: 'searched',
    cycleStart: 'free',
    cycleEnd: 'free',
    hoursName: 'searched',
    topics: { topic: 'searched' },
    caveats: 'searched',
    entries: {
      title: 'searched',
      provider: 'searched',
      providerNumber: 'searched',
      completedAt: 'free',
      topics: 'searched',
      files,
    },
  },
  healthRecord: {
    resourceType: 'free',
    title: 'searched',
    performedLabel: 'free',
    performedOn: 'free',
    dueLabel: 'free',
    dueOn: 'free',
    doses: { givenOn: 'free', product: 'searched' },
    titers: { takenOn: 'free', antigen: 'free', result: 'free' },
    facts: { name: 'free', text: 'searched' },
    files,
  },
  file: { resourceType: 'free', title: 'searched', files },
}

/** The texts of a view outside its items. */
export const viewTexts: TextsOf<Omit<ShareView, 'items'>> = {
  ownerName: 'searched',
  recipient: 'searched',
  note: 'searched',
  asOf: 'free',
  today: 'free',
  frozenAt: 'free',
  openUntil: 'free',
  timeZone: 'free',
}
