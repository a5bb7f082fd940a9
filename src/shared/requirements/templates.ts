import { healthCatalog } from '#shared/health/catalog.ts'
import { msg } from '#shared/i18n/translate.ts'
import { type AskedRecord, type ItemInput, LAST_DAY } from './item.ts'

/** A list to copy. It is an example of common requirements, not those of a specific employer. */
export type ListTemplate = { id: string; name: string; description: string; items: readonly ItemInput[] }

const certification = (code: string, title = code): ItemInput => ({
  ...{ kind: 'certification', title, code, validThrough: LAST_DAY },
})
const license = (title: string, orCompact: boolean): ItemInput => ({
  ...{ kind: 'license', title, type: 'RN', orCompact, validThrough: LAST_DAY },
})
const health = (record: AskedRecord, months: number | null = null): ItemInput => ({
  kind: 'health',
  title: healthCatalog[record].label,
  record,
  ...(months === null ? {} : { issuedWithin: { amount: months, unit: 'months' as const } }),
})
const drugScreen: ItemInput = {
  ...{ kind: 'health', title: healthCatalog.drug_screen.label, record: 'drug_screen' },
  issuedWithin: { amount: 30, unit: 'days' },
}
const document = (title: string): ItemInput => ({ kind: 'document', title })
const form = (title: string): ItemInput => ({ kind: 'form', title })

export const listTemplates: readonly ListTemplate[] = [
  {
    id: 'travel_rn',
    name: msg`Travel RN`,
    description: msg`What agencies often ask for before an assignment`,
    items: [
      { ...license(msg`RN license of the state`, false), note: msg`Choose the state of the assignment.` },
      certification('BLS'),
      certification('ACLS'),
      health('tb_test', 12),
      health('mmr'),
      health('varicella'),
      health('hepatitis_b'),
      health('tdap'),
      health('influenza', 12),
      health('physical', 12),
      health('fit_test', 12),
      drugScreen,
      health('background_check', 12),
      health('skills_checklist', 12),
      health('references', 24),
      health('identity'),
      document(msg`Resume with all jobs of the last 7 years`),
    ],
  },
  {
    id: 'hospital',
    name: msg`Hospital onboarding`,
    description: msg`A staff job at a hospital`,
    items: [
      license(msg`RN license`, true),
      certification('BLS'),
      health('tb_test', 12),
      health('mmr'),
      health('varicella'),
      health('hepatitis_b'),
      health('tdap'),
      health('influenza', 12),
      health('physical', 12),
      drugScreen,
      health('background_check', 12),
      health('identity'),
      document(msg`Transcript or diploma`),
      form(msg`Form I-9`),
      form(msg`Form W-4`),
      form(msg`Code of conduct`),
    ],
  },
  {
    id: 'school_nurse',
    name: msg`School nurse`,
    description: msg`A job in a school district`,
    items: [
      license(msg`RN license`, true),
      certification('CPR', msg`CPR and AED`),
      health('tb_test', 48),
      health('mmr'),
      health('tdap'),
      health('background_check', 12),
      health('identity'),
      document(msg`School nurse credential, where the state asks for one`),
      form(msg`Mandated reporter acknowledgment`),
    ],
  },
]
