import { msg, type Translate } from '#shared/i18n/translate.ts'
import { findState } from './states.ts'

/** The states that have another name in other languages. */
const translated: ReadonlySet<string> = new Set([
  msg`District of Columbia`,
  msg`Hawaii`,
  msg`Louisiana`,
  msg`New Hampshire`,
  msg`New Jersey`,
  msg`New Mexico`,
  msg`New York`,
  msg`North Carolina`,
  msg`North Dakota`,
  msg`Oregon`,
  msg`Pennsylvania`,
  msg`South Carolina`,
  msg`South Dakota`,
  msg`West Virginia`,
])

/** "North Carolina", "Carolina del Norte"; another place as it was typed. */
export function stateText(codeOrName: string, t: Translate): string {
  const name = findState(codeOrName)?.name ?? codeOrName
  return translated.has(name) ? t(name) : name
}
