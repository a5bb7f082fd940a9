import { msg, type Translate } from '#shared/i18n/translate.ts'

/** The names that the rules of boards give their topics. */
const ruleNames: ReadonlySet<string> = new Set([
  msg`Pharmacology`,
  msg`Clinical management`,
  msg`Pain management`,
  msg`Alabama Board mandatory class`,
  msg`Controlled substances`,
  msg`Alabama collaborative practice`,
  msg`Arkansas prescribing law`,
  msg`Prescriber education`,
  msg`Opioids`,
  msg`Implicit bias`,
  msg`Older adult care`,
  msg`Substance use`,
  msg`Suicide prevention`,
  msg`Infectious diseases`,
  msg`Risk management`,
  msg`Sexual assault`,
  msg`Domestic violence`,
  msg`Cultural competency`,
  msg`Veterans' mental health`,
  msg`Dementia`,
  msg`LGBTQ cultural competency`,
  msg`DC public-health priorities`,
  msg`Abuse reporting`,
  msg`Delaware controlled substance law`,
  msg`Medical errors`,
  msg`Florida nursing law`,
  msg`Human trafficking`,
  msg`Impairment in the workplace`,
  msg`HIV/AIDS`,
  msg`Autonomous practice`,
  msg`Hydrocodone and oxycodone`,
  msg`Child abuse`,
  msg`Dependent adult abuse`,
  msg`Sexual harassment prevention`,
  msg`Pediatric abusive head trauma`,
  msg`Forensic nursing`,
  msg`Nutrition`,
  msg`Implicit bias and structural racism`,
  msg`IV therapy`,
  msg`APRN specialty`,
  msg`Perinatal bias`,
  msg`Organ donation`,
  msg`Bioterrorism`,
  msg`HIV stigma and bias`,
  msg`SBIRT`,
  msg`Infection control`,
  msg`Child abuse, 2026 curriculum`,
  msg`Ohio nursing law`,
  msg`Category I CME`,
  msg`Oregon prescribing video`,
  msg`Ethics`,
  msg`Forensic evidence collection`,
  msg`Health equity`,
  msg`Drug diversion`,
  msg`End-of-life care`,
])

/** A topic in the reader's language; a name that no rule gives, such as the owner's own, stays as it is. */
export function topicLabel(name: string, t: Translate): string {
  if (ruleNames.has(name)) return t(name)
  const [, key] = /^Category (.+)$/.exec(name) ?? []
  return key === undefined ? name : t`Category ${key}`
}

/** Of a tag, in characters. */
const MAX_TAG = 50

type Named = { key: string | null; topic: string; tags: readonly string[] }

/**
 * The one name of a topic, by which courses state it: the first tag of a topic of a rule, and the owner's own name of
 * any other. `topic` of a rule says the same in more words.
 */
export function topicTag({ key, topic, tags }: Named): string {
  return key === null && topic.length <= MAX_TAG ? topic : (tags[0] ?? topic)
}

export const topicName = (topic: Named, t: Translate): string => topicLabel(topicTag(topic), t)
