import { z } from 'zod'

/** What employers ask for about health and the person. */
export const healthKind = z.enum([
  'tb_test',
  'mmr',
  'varicella',
  'hepatitis_b',
  'tdap',
  'influenza',
  'covid_19',
  'physical',
  'fit_test',
  'drug_screen',
  'background_check',
  'skills_checklist',
  'references',
  'identity',
  'insurance',
  'drivers_license',
])
export type HealthKind = z.infer<typeof healthKind>

export const healthKindNames: Record<HealthKind, string> = {
  tb_test: 'TB test',
  mmr: 'MMR (measles, mumps, rubella)',
  varicella: 'Varicella (chickenpox)',
  hepatitis_b: 'Hepatitis B',
  tdap: 'Tdap',
  influenza: 'Flu vaccine',
  covid_19: 'COVID-19 vaccine',
  physical: 'Physical exam',
  fit_test: 'Respirator fit test',
  drug_screen: 'Drug screen',
  background_check: 'Background check',
  skills_checklist: 'Skills checklist',
  references: 'References',
  identity: 'Identity papers',
  insurance: 'Liability insurance',
  drivers_license: 'Driver’s license',
}
