import { ChevronUp, Search } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { WIDER_THAN_PHONE } from '#web/ui/use-media.ts'
import { ActiveFilterList } from './active-filter-list.tsx'
import type { FilterFieldsProps } from './credential-filter-fields.tsx'
import { isFiltered } from './use-credential-filter.ts'

const FILTER_ID = 'vault-filter'

const FilterFields = lazyPart(
  () => import('./credential-filter-fields.tsx'),
  'FilterFields',
  () => <div className="h-53 lg:h-31" />,
)
// Only a phone collapses the filters at first.
if (globalThis.window?.matchMedia(WIDER_THAN_PHONE).matches) FilterFields.preloadHandlers.onFocus()

type FilterFormProps = FilterFieldsProps & {
  /** On a phone the fields are collapsed. Active filters stay visible. */
  isFolded: boolean
}

/** Searches while typing. The URL contains the whole filter, so going back finds the same badges. */
export function FilterForm({ isFolded, ...fields }: FilterFormProps) {
  'use memo'
  // On a phone the owner has just pressed the magnifier.
  const [wasFolded] = useState(isFolded)
  const { search, onChange } = fields
  return (
    <search id={FILTER_ID} className="contents">
      {isFolded && isFiltered(search) && <ActiveFilterList search={search} onChange={onChange} />}
      {!isFolded && <FilterFields {...fields} autoFocus={wasFolded} />}
    </search>
  )
}

type FilterToggleProps = { isOpen: boolean; onToggle(): void }

/** On a phone: shows or collapses the search, the filters and the order. */
export function FilterToggle({ isOpen, onToggle }: FilterToggleProps) {
  'use memo'
  return (
    <IconButton
      {...FilterFields.preloadHandlers}
      label={t`Search and filter`}
      icon={isOpen ? ChevronUp : Search}
      onPress={onToggle}
      aria-expanded={isOpen}
      aria-controls={FILTER_ID}
    />
  )
}
