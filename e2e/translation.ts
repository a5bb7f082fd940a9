import type { Page } from '@playwright/test'

/**
 * Translates every page as Chrome does: replaces each text by two nested `<font>` elements, and goes on with what is added
 * or changed later. The words stay the same, so that a test finds them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const leave = 'script, style, noscript, textarea, title, option, font'
    function replace(text: Text) {
      if (text.data.trim() === '' || !text.isConnected || text.parentElement?.closest(leave)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    function translate(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) replace(text)
    }
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translate(node)
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** Whether all of the page's words are in the elements of the translator. */
export const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const isLeft =
        text.data.trim() !== '' &&
        !text.parentElement?.closest('script, style, noscript, textarea, title, option, font')
      if (isLeft) found.push(text.data)
    }
    return found
  })
