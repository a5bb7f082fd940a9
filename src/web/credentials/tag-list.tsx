import { t } from '#web/i18n/t.ts'

const SHOWN_TAGS = 4

export function TagList({ tags, max = SHOWN_TAGS }: { tags: string[]; max?: number }) {
  const hidden = tags.length - max
  return (
    <ul aria-label={t`Tags`} className="flex flex-wrap gap-1.5">
      {tags.slice(0, max).map((tag) => (
        <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-muted text-sm">
          {tag}
        </li>
      ))}
      {hidden > 0 && <li className="py-0.5 text-muted text-sm">{t`and ${hidden} more`}</li>}
    </ul>
  )
}
