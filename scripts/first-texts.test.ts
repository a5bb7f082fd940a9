import { expect, test } from 'vitest'
import { readFirstTexts } from './first-texts.ts'

test('the texts of a first visit are those of every part that it may show at once, and no others', () => {
  const texts = readFirstTexts(`${import.meta.dirname}/..`)
  // Of the frame, of the screens on which visits begin, and of a problem that the server may report.
  for (const text of [
    'Skip to content',
    'Sign in to your vault',
    'My Vault',
    'Save to My Vault',
    'Signed out',
  ])
    expect(texts).toContain(text)
  // Of dialogs, of other screens, and of `src/server`.
  for (const text of ['What do you want to share?', 'New requirement list']) expect(texts).not.toContain(text)
})
