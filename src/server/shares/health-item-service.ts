import { presentHealthRecord } from '#server/health/details-service.ts'
import type { HealthRowWithFiles } from '#server/health/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { type HealthRecord, titerResults } from '#shared/health/record.ts'
import { fieldText, healthTitle, performedDates } from '#shared/health/record-text.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { Masks } from '#shared/shares/share.ts'
import type { ViewFile, ViewHealthRecord } from '#shared/shares/view.ts'

type Shown = {
  cipher: FieldCipher
  masks: Masks
  includeFiles: boolean
  /** Presents these files and counts them as shown. */
  showFiles(fileIds: readonly string[]): ViewFile[]
  t: Translate
}

/** Numbers, results and documents are included only if the owner ticked them. Notes are never included. */
export function presentHealthItem(row: HealthRowWithFiles, shown: Shown): ViewHealthRecord {
  const { t } = shown
  const record = presentHealthRecord(shown.cipher, row)
  const { kind, dueOn, doses, fileIds } = record
  const { dueLabel } = healthCatalog[kind]
  const [{ label, on: performedOn }] = performedDates(record)
  const isShowingFiles = showsHealthFiles(shown)
  return {
    resourceType: 'healthRecord',
    title: healthTitle(record, t),
    ...{ performedLabel: t(label), performedOn, dueLabel: t(dueLabel), dueOn },
    doses: doses.map(({ givenOn, product }) => ({ givenOn, product })),
    titers: titersOf(record, shown),
    facts: factsOf(record, shown),
    files: isShowingFiles ? shown.showFiles(fileIds) : [],
    filesWithheld: isShowingFiles ? 0 : fileIds.length,
  }
}

/** A document may show every number and result, so hiding numbers withholds it as well. */
export function showsHealthFiles({ masks, includeFiles }: Pick<Shown, 'masks' | 'includeFiles'>): boolean {
  return includeFiles && !masks.hideNumber && masks.health?.files === true
}

function factsOf({ kind, fields }: HealthRecord, { masks, t }: Shown): ViewHealthRecord['facts'] {
  const { health, hideNumber } = masks
  const isShown = {
    shown: true,
    number: health?.numbers === true && !hideNumber,
    result: health?.results === true,
  }
  return healthCatalog[kind].fields.flatMap(({ key, label, sharing }) => {
    const text = fieldText(kind, key, fields, t)
    if (text === null) return []
    return [{ name: t(label), text: isShown[sharing] ? text : null, isHidden: !isShown[sharing] }]
  })
}

function titersOf({ kind, titers }: HealthRecord, { masks, t }: Shown): ViewHealthRecord['titers'] {
  const antigens = healthCatalog[kind].series?.antigens ?? []
  return titers.map(({ takenOn, antigen, result }) => {
    const known = antigens.find(({ id }) => id === antigen)
    return {
      takenOn,
      antigen: known ? t(known.label) : null,
      result: masks.health?.results === true ? t(titerResults[result]) : null,
    }
  })
}
