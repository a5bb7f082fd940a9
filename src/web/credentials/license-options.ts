import { nursingRoles, otherRoleNames } from '#shared/account/roles.ts'
import { otherNamesOf, places } from '#shared/credentials/place-names.ts'
import type { Option } from '#web/ui/fields/combo-options.ts'

/** What a license stores as its state. */
export const stateOptions: readonly Option[] = places.map(({ code, name, stored }) => ({
  ...{ id: stored, label: name, description: code, names: otherNamesOf(code) },
}))

export const licenseTypeOptions: readonly Option[] = Object.entries(nursingRoles).map(
  ([id, description]) => ({
    ...{ id, label: id, description, lang: 'en', names: otherRoleNames[id] ?? [] },
  }),
)
