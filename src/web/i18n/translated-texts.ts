type Translated = { text: Text; words: string; translation: Element }

/**
 * Page translation of Chrome and Edge replaces each text node by a `<font>`. React still holds the text node: to remove it,
 * or to insert something before it, would throw and end the screen, and a changed text would stay invisible. So the text
 * node is put back, empty, before its translation, which follows it: it moves with the text, and goes when the text changes
 * or goes.
 */
export function keepTranslatedTexts(page: HTMLElement): void {
  const byText = new WeakMap<Node, Translated>()
  const byTranslation = new WeakMap<Node, Translated>()

  function forget({ text, translation }: Translated) {
    byText.delete(text)
    byTranslation.delete(translation)
    translation.remove()
  }

  function keep(text: Text, translation: Element) {
    // A translator that takes even an empty text would do so forever.
    if (text.data === '') return
    const translated = { text, words: text.data, translation }
    if (translation.contains(text)) text.replaceWith(text.data)
    text.data = ''
    translation.before(text)
    byText.set(text, translated)
    byTranslation.set(translation, translated)
  }

  function follow(translated: Translated) {
    const { text, words, translation } = translated
    if (!text.isConnected) forget(translated)
    else if (!translation.isConnected) {
      // The reader went back to the original.
      forget(translated)
      text.data = words
    } else if (text.nextSibling !== translation) text.after(translation)
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target } of records) {
      const translated = type === 'characterData' && byText.get(target)
      if (translated) forget(translated)
    }
    for (const record of records)
      for (const node of record.addedNodes) {
        const text =
          isTranslation(node, record) && !byTranslation.has(node) && replacedBy(node, record, records)
        if (text) keep(text, node)
      }
    for (const { addedNodes, removedNodes } of records)
      for (const node of [...removedNodes, ...addedNodes]) {
        const translated = byText.get(node) ?? byTranslation.get(node)
        if (translated) follow(translated)
      }
    // What is left was changed here.
    observer.takeRecords()
  })
  observer.observe(page, { childList: true, characterData: true, subtree: true })
}

/** Lanyard itself has no `<font>`. Translators nest them: only the outer one stands for a text. */
function isTranslation(node: Node, { target }: MutationRecord): node is Element {
  return node.nodeName === 'FONT' && node.parentNode === target && target.nodeName !== 'FONT'
}

/** The text that was removed, before or after, where `font` was added. */
function replacedBy(
  font: Element,
  added: MutationRecord,
  records: readonly MutationRecord[],
): Text | undefined {
  for (const removed of records) {
    if (removed.target !== added.target) continue
    const isAt =
      removed === added ||
      removed.previousSibling === font ||
      removed.nextSibling === font ||
      (removed.previousSibling === added.previousSibling && removed.nextSibling === added.nextSibling)
    for (const node of removed.removedNodes)
      if (node instanceof Text && node.parentNode !== added.target && (isAt || font.contains(node)))
        return node
  }
}
