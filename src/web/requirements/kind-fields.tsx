import { certifications } from '#shared/credentials/known-certifications.ts'
import { otherNamesOf } from '#shared/credentials/place-names.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { states } from '#shared/credentials/states.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { askedRecord } from '#shared/requirements/item.ts'
import { t } from '#web/i18n/t.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { type DraftFieldsProps, textOf } from './item-draft.ts'

const stateItems = states.map(({ code, name }) => ({
  ...{ id: code, label: name, description: code, names: otherNamesOf(code) },
}))
const certificationItems = certifications
  .filter(({ code }) => code !== OTHER)
  .map(({ code, name }) => ({ id: code, label: code, description: name }))
const healthItems = askedRecord.options.map((id) => ({ id, label: healthCatalog[id].label }))
const typeItems = ['RN', 'LPN', 'APRN', 'CNA'].map((id) => ({ id, label: id }))

/** The fields that only one kind of item has. */
export function KindFields({ draft, errors, onChange }: DraftFieldsProps) {
  const errorOf = (key: string) => errors.get(key) ?? null
  switch (draft.kind) {
    case 'license':
      return (
        <>
          <ComboField
            label={t`License type`}
            isRequired={false}
            allowsCustom="asked"
            items={typeItems}
            value={textOf(draft.type)}
            onChange={(type) => onChange({ type: type || null })}
            errorMessage={errorOf('type')}
          />
          <ComboField
            label={t`State`}
            isRequired={false}
            items={stateItems}
            value={textOf(draft.state)}
            onChange={(state) => onChange({ state: state || null })}
            errorMessage={errorOf('state')}
          />
          <Checkbox
            label={t`A multistate (compact) license also works`}
            value={draft.orCompact === true}
            onChange={(orCompact) => onChange({ orCompact })}
          />
        </>
      )
    case 'certification':
      return (
        <ComboField
          label={t`Certification`}
          items={certificationItems}
          value={textOf(draft.code)}
          onChange={(code) => onChange({ code })}
          errorMessage={errorOf('code')}
          description={t`If it is not in the list, add it as a document.`}
        />
      )
    case 'ce':
      return (
        <>
          <TextField
            label={t`Topic`}
            isRequired={false}
            value={textOf(draft.topic)}
            onChange={(topic) => onChange({ topic })}
            errorMessage={errorOf('topic')}
            description={t`The name of the topic in your CE entries.`}
          />
          <NumberField
            label={t`Hours`}
            value={typeof draft.hours === 'number' ? draft.hours : null}
            onChange={(hours) => onChange({ hours: hours ?? undefined })}
            min={0}
            max={500}
            errorMessage={errorOf('hours')}
          />
          <DateField
            label={t`Taken since`}
            isRequired={false}
            value={textOf(draft.since) || null}
            onChange={(since) => onChange({ since })}
            errorMessage={errorOf('since')}
          />
        </>
      )
    case 'health':
      return (
        <SelectField
          label={t`Record`}
          items={healthItems.map((one) => ({ ...one, label: t(one.label) }))}
          value={textOf(draft.record)}
          onChange={(record) => onChange({ record })}
          errorMessage={errorOf('record')}
        />
      )
    default:
      return null
  }
}
