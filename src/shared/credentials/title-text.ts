import { msg, type Translate } from '#shared/i18n/translate.ts'
import { licenseTitle } from './license-text.ts'
import { findState, states } from './states.ts'

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

/** A title in the reader's language if it is the one that Lanyard makes; as it was typed otherwise. */
export function titleText(title: string, t: Translate): string {
  if (t.language === 'en') return title
  const state = states.find(({ name }) => title.startsWith(`${name} `))
  if (state === undefined) return title
  const type = title.slice(state.name.length + 1).replace(/ license$/, '')
  if (title !== licenseTitle({ state: state.name, type })) return title
  const place = stateText(state.name, t)
  return t`${place} ${type} license`
}
