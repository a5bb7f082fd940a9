/** The scripts that our PDFs have fonts for, beside Latin, Greek and Cyrillic, by the name of the font. */
export const fontScripts = {
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  devanagari: /\p{Script=Devanagari}/u,
  gujarati: /\p{Script=Gujarati}/u,
  tamil: /\p{Script=Tamil}/u,
  kannada: /\p{Script=Kannada}/u,
  sinhala: /\p{Script=Sinhala}/u,
  thai: /\p{Script=Thai}/u,
  lao: /\p{Script=Lao}/u,
  ethiopic: /\p{Script=Ethiopic}/u,
  armenian: /\p{Script=Armenian}/u,
  georgian: /\p{Script=Georgian}/u,
  cherokee: /\p{Script=Cherokee}/u,
  kr: /\p{Script=Hangul}/u,
  sc: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
} as const
export type FontScript = keyof typeof fontScripts

const scripts = Object.entries(fontScripts) as [FontScript, RegExp][]
const always =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Z}\p{C}\p{N}\p{P}\p{Sc}©®™°№]/u

export function fontScriptOf(character: string): FontScript | null {
  return scripts.find(([, script]) => script.test(character))?.[0] ?? null
}

/** The characters that our PDFs leave out, each once: emoji, and letters of rare scripts. */
export function undrawnIn(text: string): string[] {
  const isDrawn = (character: string) =>
    fontScriptOf(character) !== null ||
    (always.test(character) && !/\p{Extended_Pictographic}/u.test(character))
  return [
    ...new Set([...text].filter((one) => !isDrawn(one) && !/[©®™]/.test(one) && !/[\x20-\x7e]/.test(one))),
  ]
}
