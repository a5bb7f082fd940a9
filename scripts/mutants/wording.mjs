/** Leaves out the `.describe('…')` texts of the API document, because no rule depends on them. */
const wording = {
  shouldIgnore: ({ parent, listKey }) =>
    listKey === 'arguments' && parent.callee.property?.name === 'describe'
      ? 'A description in the API’s document'
      : undefined,
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: wording }]
