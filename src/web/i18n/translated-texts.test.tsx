import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepTranslatedTexts } from './translated-texts.ts'

keepTranslatedTexts(document.body)

const failed = vi.fn()
beforeEach(() => addEventListener('error', failed))
afterEach(() => removeEventListener('error', failed))

/** Each way in which a translator may put its words in the place of a text. */
const translators: Record<string, (text: Text, font: HTMLElement) => void> = {
  'replaces texts': (text, font) => {
    font.textContent = text.data.toUpperCase()
    text.replaceWith(font)
  },
  'adds its words and removes the text': (text, font) => {
    font.textContent = text.data.toUpperCase()
    text.before(font)
    text.remove()
  },
  'removes the text and adds its words': (text, font) => {
    const { parentNode, nextSibling } = text
    font.textContent = text.data.toUpperCase()
    text.remove()
    parentNode?.insertBefore(font, nextSibling)
  },
  'wraps texts': (text, font) => {
    text.before(font)
    text.data = text.data.toUpperCase()
    font.append(text)
  },
}

function translate(element: Element, put: (text: Text, font: HTMLElement) => void): HTMLElement[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
    .filter((text) => text.data.trim() !== '' && !text.parentElement?.closest('font'))
    .map((text) => {
      const font = document.createElement('font')
      put(text, font)
      return font
    })
}

function Screen() {
  const [step, setStep] = useState(0)
  return (
    <main>
      <button type="button" onClick={() => setStep(step + 1)}>
        next
      </button>
      <p>
        {step === 1 && <b>before </b>}
        {step < 2 ? 'some words' : null}
        {step > 2 && 'at last '}
        <i>in</i>
        {` step ${step}`}
      </p>
      <h1>{step === 0 ? 'first' : `title ${step}`}</h1>
    </main>
  )
}

/** A button whose name is translated, too. */
const next = page.getByRole('button')
const content = (name: string) => document.querySelector(name)?.textContent

test.each(Object.entries(translators))(
  'a screen goes on, and shows what is new, below a translator that %s',
  async (_, put) => {
    const { container } = await render(<Screen />)
    translate(container, put)
    await expect.poll(() => content('p')).toBe('SOME WORDSIN STEP 0')
    await next.click()
    await expect.poll(() => content('p')).toBe('before SOME WORDSIN step 1')
    expect(content('h1')).toBe('title 1')
    translate(container, put)
    await expect.poll(() => content('p')).toBe('BEFORE SOME WORDSIN STEP 1')
    await next.click()
    await expect.poll(() => content('p')).toBe('IN step 2')
    await next.click()
    await expect.poll(() => content('p')).toBe('at last IN step 3')
    expect(failed).not.toHaveBeenCalled()
  },
)

test('the original is back when the reader asks for it', async () => {
  const { container } = await render(<Screen />)
  const replace = translators['replaces texts'] as (text: Text, font: HTMLElement) => void
  const fonts = translate(container, replace)
  await expect.poll(() => content('p')).toBe('SOME WORDSIN STEP 0')
  for (const font of fonts) font.remove()
  await expect.poll(() => content('p')).toBe('some wordsin step 0')
  await next.click()
  await expect.poll(() => content('p')).toBe('before some wordsin step 1')
})
