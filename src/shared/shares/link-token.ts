/**
 * The token in the path of a link. Mail programs and messengers take what follows a link for a part of it: a full stop, a
 * bracket, a quotation mark, a zero-width space.
 */
export function tokenOfLink(segment: string): string {
  return /^[\w-]{43}/.exec(segment)?.[0] ?? segment
}
