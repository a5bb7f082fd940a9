import { describe, expect, test } from 'vitest'
import { contentsText, exportText, progressText } from './transfer-text.ts'

const none = {
  credentials: 0,
  cycles: 0,
  entries: 0,
  practiceRecords: 0,
  healthRecords: 0,
  files: 0,
  shares: 0,
  inTrash: 0,
}

describe('the contents of an export', () => {
  test.each([
    [{ credentials: 1 }, '1 credential'],
    [{ practiceRecords: 1, files: 2 }, '1 practice record and 2 files'],
    [{ credentials: 12, entries: 3100 }, '12 credentials and 3,100 CE entries'],
    [{ credentials: 2, cycles: 1, files: 4 }, '2 credentials, 1 CE cycle, and 4 files'],
    [{}, 'Nothing'],
  ])('%j: without what there is none of', (some, text) => {
    expect(contentsText({ ...none, ...some })).toBe(text)
  })

  test('with its size and the part that is in the trash', () => {
    const counts = { ...none, credentials: 3, files: 2, inTrash: 1 }
    expect(exportText({ counts, bytes: 3_565_158, isEmpty: false })).toBe(
      'Contains 3 credentials and 2 files, 1 of them in the trash. The files take 3.4 MB.',
    )
  })

  test('of an empty vault too', () => {
    expect(exportText({ counts: none, bytes: 0, isEmpty: true })).toBe(
      'Your vault is empty: the export contains your profile and activity.',
    )
  })
})

test('progress never exceeds the total', () => {
  expect(progressText(null)).toBe('Preparing the export…')
  expect(progressText({ done: 5 * 1024 ** 2, total: 4 * 1024 ** 2 })).toBe('5.0 MB of 5.0 MB')
})
