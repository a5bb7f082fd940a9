import { expect, test } from 'vitest'
import { dateCell, listCsv, listFileName } from './list-file.ts'

test('a list is CSV in which a spreadsheet runs no formulas', () => {
  const rows = [
    ['=1+1', 2.5, dateCell('2026-03-31'), dateCell(null)],
    ['a, "b"\nc', -3, '+1 555', '＝x'],
    ['-', 0, '@x', ' '],
  ]
  expect(listCsv({ header: ['Name', 'Hours', 'Date', 'Note'], rows })).toBe(
    '\uFEFFName,Hours,Date,Note\r\n"\'=1+1",2.5,2026-03-31,\r\n"a, ""b""\nc",-3,"\'+1 555","\'＝x"\r\n"\'-",0,"\'@x"," "\r\n',
  )
})

test('its file is named after the list and the day', () => {
  expect(listFileName('my-vault', '2026-11-23', 'xlsx')).toBe('my-vault-2026-11-23.xlsx')
})
