import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { healthCatalog } from './catalog.ts'
import { type HealthDetails, type HealthRecord, titerResults } from './record.ts'
import { fluSeasonOf, fluSeasonText } from './season.ts'

type Told = Pick<HealthRecord, 'kind' | 'performedOn' | keyof HealthDetails>

/** "TB test"; for an identity document, an insurance or another record, its own name. */
export function healthTitle({ kind, fields }: Pick<Told, 'kind' | 'fields'>, t: Translate): string {
  const label = t(healthCatalog[kind].label)
  if (kind === 'other') return fields.name ?? label
  if (kind === 'identity') return fieldText(kind, 'document', fields, t) ?? label
  if (kind !== 'insurance') return label
  const coverage = fieldText(kind, 'coverage', fields, t)
  return coverage === null ? label : `${label}: ${coverage}`
}

/** States what is recorded, and never that it is sufficient. */
export function healthStateText(record: Told, t: Translate): string {
  const { kind, fields, performedOn } = record
  const { series, fields: known } = healthCatalog[kind]
  if (series !== null) return seriesText(record, t)
  if (kind === 'influenza')
    return performedOn === null
      ? t`No date recorded`
      : t`Season ${fluSeasonText(fluSeasonOf(performedOn))} recorded`
  const parts = known
    .filter(({ sharing, key }) => sharing === 'shown' && !isBeside(kind, key))
    .flatMap(({ key }) => fieldText(kind, key, fields, t) ?? [])
    .slice(0, 3)
  if (!known.some(({ key, options }) => key === 'result' && options)) return parts.join(', ')
  const result = fieldText(kind, 'result', fields, t)
  return [...parts, result === null ? t`no result recorded` : t`result recorded: ${result}`]
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase())
}

/** The provider, and fields that the title contains already. */
function isBeside(kind: Told['kind'], key: string): boolean {
  if (['provider', 'examiner', 'lab'].includes(key)) return true
  return (
    (kind === 'identity' && key === 'document') || (kind === 'other' && key === 'name') || key === 'coverage'
  )
}

type PerformedDate = { label: string; on: string | null }

/** The latest dose and the latest titer of a series; of another kind, its one date. */
export function performedDates({
  kind,
  performedOn,
  doses,
  titers,
}: Pick<Told, 'kind' | 'performedOn' | 'doses' | 'titers'>): [PerformedDate, ...PerformedDate[]] {
  const { performedLabel: label, series } = healthCatalog[kind]
  if (series === null) return [{ label, on: performedOn }]
  const latestOf = (dates: string[]) => dates.sort().at(-1) ?? null
  const dose = { label, on: latestOf(doses.map(({ givenOn }) => givenOn)) }
  const titer = { label: msg`Latest titer`, on: latestOf(titers.map(({ takenOn }) => takenOn)) }
  if (titer.on === null) return [dose]
  return dose.on === null ? [titer] : [dose, titer]
}

/** "2 of 3 doses recorded", "titer recorded: immune". */
function seriesText(record: Told, t: Translate): string {
  const texts = [dosesText(record, t), ...titersTexts(record, t)].filter((text) => text !== null)
  const text = texts.length === 0 ? t`no dose recorded` : texts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function dosesText({ kind, fields, doses }: Told, t: Translate): string | null {
  if (doses.length === 0) return null
  const usual = usualDoses({ kind, fields })
  const count = doses.length
  if (usual !== null && count <= usual) return t`${count} of ${usual} doses recorded`
  return t`${plural(count, { one: '# dose recorded', other: '# doses recorded' })}`
}

/** The number of doses that the owner entered, or the usual number of the series; `null` if that number varies. */
function usualDoses({ kind, fields }: Pick<Told, 'kind' | 'fields'>): number | null {
  return fields.schedule ? Number(fields.schedule) : (healthCatalog[kind].series?.usualDoses ?? null)
}

/** The latest titer of each antigen. */
function titersTexts({ kind, titers }: Told, t: Translate): string[] {
  const antigens = healthCatalog[kind].series?.antigens ?? []
  const latest = new Map(
    titers.toSorted((a, b) => (a.takenOn < b.takenOn ? -1 : 1)).map((titer) => [titer.antigen, titer.result]),
  )
  if (latest.size === 0) return []
  const texts = [...latest].map(([antigen, result]) => {
    const name = t(antigens.find(({ id }) => id === antigen)?.label ?? '').toLowerCase()
    return [name, t(titerResults[result])].filter(Boolean).join(' ')
  })
  return [t`titer recorded: ${texts.join(', ')}`]
}

/** The value of a field as it is read; `null` without one. */
export function fieldText(
  kind: Told['kind'],
  key: string,
  fields: HealthDetails['fields'],
  t: Translate,
): string | null {
  const value = fields[key] ?? null
  if (value === null) return null
  const field = healthCatalog[kind].fields.find((each) => each.key === key)
  const option = field?.options?.find(({ id }) => id === value)
  return option ? t(option.label) : value
}

/** Everything that a search looks through. */
export function healthSearchText(record: Told, t: Translate): string {
  const { kind, fields, doses, titers, notes } = record
  const values = healthCatalog[kind].fields.map(({ key }) => fieldText(kind, key, fields, t))
  return [
    ...[healthTitle(record, t), t(healthCatalog[kind].label), ...values, notes],
    ...doses.map(({ product }) => product),
    ...titers.map(({ result }) => t(titerResults[result])),
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()
}
