import type { Translate } from '#shared/i18n/translate.ts'
import { licenseTitle } from './license-text.ts'
import { stateText } from './state-text.ts'
import { states } from './states.ts'

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
