/**
 * The specification's sanitizer: "removes script blocks, javascript: prefixes and inline event-handler prefixes".
 * Escaping is not done here: text is stored as typed and escaped once, on output.
 *
 * - a script block is a `<script …>` tag with all that follows up to `</script>`; either tag alone goes alone
 * - a `javascript:` prefix may have spaces before its colon
 * - an event-handler prefix is a word of "on" and more letters, known as a handler or not, and `=` right after it. With
 *   spaces before the `=` only the handlers that browsers know go: "once = more" is what a nurse wrote.
 */

const handlers = new Set(
  [
    'abort afterprint afterscriptexecute animationcancel animationend animationiteration animationstart auxclick',
    'beforecopy beforecut beforeinput beforematch beforepaste beforeprint beforescriptexecute beforetoggle',
    'beforeunload begin blur bounce cancel canplay canplaythrough change click close contextlost contextmenu',
    'contextrestored copy cuechange cut dblclick drag dragend dragenter dragexit dragleave dragover dragstart drop',
    'durationchange emptied end ended error finish focus focusin focusout formdata fullscreenchange fullscreenerror',
    'gotpointercapture hashchange input invalid keydown keypress keyup languagechange load loadeddata',
    'loadedmetadata loadend loadstart lostpointercapture message messageerror mousedown mouseenter mouseleave',
    'mousemove mouseout mouseover mouseup mousewheel offline online pagehide pagereveal pageshow pageswap paste',
    'pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover',
    'pointerrawupdate pointerup popstate progress ratechange readystatechange rejectionhandled repeat reset resize',
    'scroll scrollend search securitypolicyviolation seeked seeking select selectionchange selectstart show',
    'slotchange stalled start storage submit suspend timeupdate toggle touchcancel touchend touchmove touchstart',
    'transitioncancel transitionend transitionrun transitionstart unhandledrejection unload volumechange waiting',
    'webkitanimationend webkitanimationiteration webkitanimationstart webkittransitionend wheel',
  ]
    .join(' ')
    .split(' ')
    .map((event) => `on${event}`),
)
const longestHandler = Math.max(...[...handlers].map((name) => name.length))

/** C0 controls except tab and line feed, DEL, and the bidi overrides that can disguise text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const controls = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g

/** NFC, no control characters, the specification's removals, trimmed. Idempotent. */
export function cleanText(typed: string): string {
  const text = typed.replace(controls, '').normalize('NFC')
  return (/[<:=]/.test(text) ? removeScripts(text).normalize('NFC') : text).trim()
}

const COLON = 0x3a
const EQUALS = 0x3d
const GREATER = 0x3e
const LETTER_A = 0x61
const LETTER_N = 0x6e
const LETTER_O = 0x6f
const LETTER_Z = 0x7a

/**
 * One pass that checks the end of its output before each character, so that it also catches what a removal joins
 * (`java<script>script:`), and 100 KB of nested fragments take linear time. Repeated replacing would take quadratic
 * time.
 */
function removeScripts(text: string): string {
  const out = new Uint16Array(text.length)
  // For each character of `out`, the end of the last word before it: skips spaces without iterating over them.
  const wordEnds = new Int32Array(text.length)
  // For each character of `out` in a word that may be a handler, one more than where the word starts; otherwise 0.
  const handlerStarts = new Int32Array(text.length)
  let length = 0
  let isCut = false
  // Positions in `out`: script tags that wait for their `>`, and script blocks that wait for their `</script>`.
  const tags: { at: number; closes: boolean }[] = []
  const blocks: number[] = []

  const cutTo = (shorter: number) => {
    length = shorter
    isCut = true
    while ((tags.at(-1)?.at ?? 0) > length) tags.pop()
    while ((blocks.at(-1) ?? 0) > length) blocks.pop()
  }
  const handlerStartAt = (at: number): number => {
    const letter = (out[at] ?? 0) | 0x20
    if (letter < LETTER_A || letter > LETTER_Z) return 0
    if (!isWordCode(out[at - 1])) return letter === LETTER_O ? at + 1 : 0
    const start = handlerStarts[at - 1] ?? 0
    return at > start || letter === LETTER_N ? start : 0
  }
  /** The length of the handler's name that ends at `end`; 0 if there is none. */
  const handlerBefore = (end: number): number => {
    const start = (handlerStarts[end - 1] ?? 0) - 1
    const size = end - start
    if (start < 0 || size < 3) return 0
    if (end === length) return size
    return size <= longestHandler && handlers.has(textOf(out.subarray(start, end)).toLowerCase()) ? size : 0
  }
  const openTag = () => {
    const name = endsWith(out, length, '<script')
      ? '<script'
      : endsWith(out, length, '</script')
        ? '</script'
        : null
    if (!name) return
    cutTo(length - name.length)
    tags.push({ at: length, closes: name === '</script' })
  }
  const closeTag = (tag: { at: number; closes: boolean }) => {
    cutTo(tag.at)
    if (tag.closes) cutTo(blocks.pop() ?? tag.at)
    else blocks.push(tag.at)
  }

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (!isWordCode(code)) openTag()
    // An accent goes with its character; otherwise it would combine with the character that now precedes it.
    if (isCut && isAccentCode(code)) continue
    const tag = code === GREATER ? tags.pop() : undefined
    const wordEnd = wordEnds[length - 1] ?? 0
    const prefix =
      code === COLON ? javascriptBefore(out, wordEnd) : code === EQUALS ? handlerBefore(wordEnd) : 0
    if (tag) closeTag(tag)
    else if (prefix > 0) cutTo(wordEnd - prefix)
    else {
      out[length] = code
      length += 1
      isCut = false
      wordEnds[length - 1] = isSpaceCode(code) ? wordEnd : length
      handlerStarts[length - 1] = handlerStartAt(length - 1)
    }
  }
  openTag()
  return textOf(out.subarray(0, length))
}

function isWordCode(code: number | undefined): boolean {
  if (code === undefined) return false
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
}

function isAccentCode(code: number): boolean {
  return code >= 0x300 && code <= 0x36f
}

function isSpaceCode(code: number): boolean {
  return (
    code <= 0x20 ||
    (code >= 0xa0 && (code <= 0x3000 || code === 0xfeff) && /\s/.test(String.fromCharCode(code)))
  )
}

/** Expects `wanted` in lower-case letters, `<` and `/`, for which setting bit 5 lower-cases. */
function endsWith(codes: Uint16Array, end: number, wanted: string): boolean {
  for (let i = 1; i <= wanted.length; i++) {
    if (((codes[end - i] ?? 0) | 0x20) !== wanted.charCodeAt(wanted.length - i)) return false
  }
  return true
}

function javascriptBefore(codes: Uint16Array, end: number): number {
  return endsWith(codes, end, 'javascript') ? 'javascript'.length : 0
}

function textOf(codes: Uint16Array): string {
  let text = ''
  for (let i = 0; i < codes.length; i += 4096) text += String.fromCharCode(...codes.subarray(i, i + 4096))
  return text
}

const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '&': '&amp;',
}

/** For HTML that React does not escape: mail and generated documents. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>"'&]/g, (character) => entities[character] ?? character)
}
