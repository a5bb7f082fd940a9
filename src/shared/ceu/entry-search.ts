import { searchableText, searchWords } from '#shared/credentials/search.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { CeuEntry } from './entry.ts'

type Searched = Pick<CeuEntry, 'title' | 'provider' | 'topicTags' | 'topicHours' | 'completedAt'>

/** The entries that contain every word of `text`, in their order; all of them for an empty text. */
export function searchEntries<E extends Searched>(
  entries: readonly E[],
  text: string,
  locale: string | null,
): E[] {
  const words = searchWords(text)
  return entries.filter((entry) => {
    const searched = searchableText(searchedParts(entry, locale))
    return words.every((word) => searched.includes(word))
  })
}

function searchedParts(
  { title, provider, topicTags, topicHours, completedAt }: Searched,
  locale: string | null,
): string[] {
  const topics = topicHours.map(({ topic }) => topic)
  return [title, provider, ...topicTags, ...topics, completedAt, formatDate(completedAt, locale)]
}
