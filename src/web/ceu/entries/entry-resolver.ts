import { type CeuEntryInput, ceuEntryInput } from '#shared/ceu/entry.ts'
import { t } from '#web/i18n/t.ts'
import { schemaResolver } from '#web/ui/schema-resolver.ts'
import { type EntryValues, inputOf } from './entry-values.ts'

/** `today` is `YYYY-MM-DD`. No course can be completed after it. */
export function resolverFor(today: string) {
  return schemaResolver<EntryValues, CeuEntryInput>({
    schema: ceuEntryInput,
    toInput: inputOf,
    required: {
      cycleId: t`Choose at least one cycle`,
      title: t`Enter the title`,
      provider: t`Enter the provider`,
      hours: t`Enter the hours`,
      amount: t`Enter the amount`,
      completedAt: t`Enter the completion date`,
    },
    check: ({ completedAt }) =>
      completedAt !== null && completedAt > today
        ? [{ path: 'completedAt', message: t`This date is in the future` }]
        : [],
  })
}
