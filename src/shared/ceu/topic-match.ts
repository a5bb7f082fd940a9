import type { CycleTopic } from './cycle.ts'

/** Phrases that mean the same, replaced before words are compared. */
const synonyms: readonly [RegExp, string][] = [
  [/\b(older|aging|ageing|elderly|senior) (adult|person|people|patient)s?\b/g, 'geriatric'],
  [/\b(elderly|elders?|aging|ageing|seniors?|gerontolog\w*|geriatrics?)\b/g, 'geriatric'],
  [/\b(substance|drug) (use|abuse|misuse)( disorders?)?\b|\b(addictions?|sud)\b/g, 'addiction'],
  [/\b(opiates?|opioids?|narcotics?)\b/g, 'opioid'],
  [/\b(intimate partner|domestic|family) (violence|abuse)\b/g, 'domestic violence'],
  [/\b(pharmacotherapeutics?|pharmacotherapy)\b/g, 'pharmacology'],
  [/\b(alzheimers?|dementias?)\b/g, 'dementia'],
  [/\bmedication\b/g, 'medical'],
]

/** Words that many topics share. On their own, they do not identify a topic. */
const weak = new Set(
  'a an and ce ceu care class clinical continuing course credit education for health hour in including management mandatory mental nurse nursing of on or patient practice prevention program required requirement safe state the their to training with'.split(
    ' ',
  ),
)

/** "Older adults" → geriatric; "Laws & rules" → law, rule. */
function wordsOf(name: string): Set<string> {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/['’]|\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
  const replaced = synonyms.reduce((text, [phrase, word]) => text.replace(phrase, word), plain)
  return new Set(replaced.split(' ').map(singular).filter(Boolean))
}

function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const strongOf = (words: Set<string>) => [...words].filter((word) => !weak.has(word))

/**
 * From 0 for different names to 1 for the same words. Unless one name has all telling words of the other, they are
 * different.
 */
function similarity(a: Set<string>, b: Set<string>): number {
  const [fewer, more] = strongOf(a).length <= strongOf(b).length ? [a, b] : [b, a]
  const strong = strongOf(fewer)
  if (strong.length === 0 || !strong.every((word) => more.has(word))) return 0
  return a.intersection(b).size / a.union(b).size
}

/**
 * The topic that an entry's label probably means, by the topic's name and the other names in its rule. `null` if none
 * is similar, or if the label already counts for a topic. This is a guess: ask the owner before counting by it.
 */
export function similarTopic(label: string, topics: readonly CycleTopic[]): CycleTopic | null {
  const isNamed = (name: string) => name.trim().toLowerCase() === label.trim().toLowerCase()
  if (topics.some(({ topic, tags }) => [topic, ...tags].some(isNamed))) return null
  const words = wordsOf(label)
  let best: { topic: CycleTopic; score: number } | null = null
  for (const topic of topics) {
    const score = Math.max(...[topic.topic, ...topic.tags].map((name) => similarity(words, wordsOf(name))))
    if (score > (best?.score ?? 0)) best = { topic, score }
  }
  return best?.topic ?? null
}

/** As in `cycleTopic` and in the tags of an entry. */
const MAX_NAMES = 10
const MAX_NAME = 50

export function canName({ tags }: CycleTopic, label: string): boolean {
  return tags.length < MAX_NAMES && [...label].length <= MAX_NAME
}

/** These topics, with `label` added as another name of `topic`. Entries with that label then count for the topic. */
export function withTopicName(topics: readonly CycleTopic[], topic: string, label: string): CycleTopic[] {
  return topics.map((each) =>
    each.topic === topic && canName(each, label) ? { ...each, tags: [...each.tags, label] } : each,
  )
}

/** The topics of a rule, with the names that the owner gave to the same topics of an earlier cycle. */
export function keepTopicNames<T extends CycleTopic>(
  topics: readonly T[],
  earlier: readonly CycleTopic[],
): T[] {
  return topics.map((topic) => {
    const isSame = (each: CycleTopic) =>
      each.topic === topic.topic || (each.key !== null && each.key === topic.key)
    const names = earlier.find(isSame)?.tags ?? []
    return { ...topic, tags: [...new Set([...topic.tags, ...names])].slice(0, MAX_NAMES) }
  })
}
