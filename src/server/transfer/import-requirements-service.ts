import type { NewRequirementList } from '#server/requirements/store.ts'
import type { ListItem } from '#shared/requirements/item.ts'
import type { ReadRequirementList } from './import-record-service.ts'

type Context = {
  /** The new id of a record or file of the export; '' where there is none. */
  newId: (id: string) => string
  dates: (row: ReadRequirementList) => { createdAt: Date; updatedAt: Date; deletedAt: Date | null }
}

/** The lists of an export under new ids. A chosen record that was not imported is no longer chosen. */
export function listsWithNewIds(
  read: readonly ReadRequirementList[],
  { newId, dates }: Context,
): NewRequirementList[] {
  const withNewChoice = (item: ListItem): ListItem => {
    const { choice } = item
    if (!choice?.resource) return item
    const id = newId(choice.resource.id)
    return { ...item, choice: id === '' ? null : { ...choice, resource: { ...choice.resource, id } } }
  }
  return read.map((row) => ({
    ...row.input,
    items: row.input.items.map(withNewChoice),
    ...{ id: newId(row.id), ...dates(row) },
  }))
}
