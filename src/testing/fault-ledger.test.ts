import { expect, it } from 'vitest'
import { NoResponse, openLedger, Refused } from './fault-ledger.ts'

const found = (shape: string) => [{ mark: 'RN', shape }]
const failing = (error: Error) => () => Promise.reject(error)

/** A ledger with one acknowledged license. */
async function ledgerWithLicense() {
  const ledger = openLedger()
  await ledger.change('credential', 'RN', 'first', async () => {})
  return ledger
}

it('an acknowledged change must be stored once, with its latest value', async () => {
  const ledger = await ledgerWithLicense()
  expect(() => ledger.expectKept('credential', [])).toThrow()
  expect(() => ledger.expectKept('credential', found('other'))).toThrow()
  expect(() => ledger.expectKept('credential', [...found('first'), ...found('first')])).toThrow()
  expect(() => ledger.expectKept('credential', [{ mark: 'LPN', shape: 'first' }])).toThrow()
  ledger.expectKept('credential', found('first'))
})

it('an unanswered change may be stored or not; the value found counts from then on', async () => {
  const ledger = await ledgerWithLicense()
  const edit = ledger.change('credential', 'RN', 'second', failing(new NoResponse()))
  await expect(edit).rejects.toThrow(NoResponse)
  ledger.expectKept('credential', found('second'))
  expect(() => ledger.expectKept('credential', found('first'))).toThrow()
})

it('a refused change must not be stored', async () => {
  const ledger = await ledgerWithLicense()
  await expect(ledger.change('credential', 'RN', 'second', failing(new Refused()))).rejects.toThrow(Refused)
  expect(() => ledger.expectKept('credential', found('second'))).toThrow()
  ledger.expectKept('credential', found('first'))
})
