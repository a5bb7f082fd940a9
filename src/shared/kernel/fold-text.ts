/** Letters that Unicode does not take apart into a base letter and an accent. */
const letters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Lower case without accents. Computed here, because databases disagree about letters beyond a to z. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđðıßæœþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
}
