/** The specification's 18 nursing role codes and their meanings. */
export const nursingRoles = {
  RN: 'Registered Nurse',
  LPN: 'Licensed Practical Nurse',
  LVN: 'Licensed Vocational Nurse',
  CNA: 'Certified Nursing Assistant',
  APRN: 'Advanced Practice Registered Nurse',
  FNP: 'Family Nurse Practitioner',
  AGPCNP: 'Adult-Gerontology Primary Care Nurse Practitioner',
  AGACNP: 'Adult-Gerontology Acute Care Nurse Practitioner',
  PNP: 'Pediatric Nurse Practitioner',
  PMHNP: 'Psychiatric-Mental Health Nurse Practitioner',
  WHNP: "Women's Health Nurse Practitioner",
  NNP: 'Neonatal Nurse Practitioner',
  ACNP: 'Acute Care Nurse Practitioner',
  CNS: 'Clinical Nurse Specialist',
  CNM: 'Certified Nurse-Midwife',
  CRNA: 'Certified Registered Nurse Anesthetist',
  DNP: 'Doctor of Nursing Practice',
  'PhD-RN': 'Doctor of Philosophy in Nursing',
} as const

/** Other names of a role, also in Spanish. Without marks and accents. */
export const otherRoleNames: Readonly<Record<string, readonly string[]>> = {
  RN: [
    'registered nurses',
    'registered professional nurse',
    'professional nurse',
    'enfermera registrada',
    'enfermero registrado',
    'enfermera graduada',
    'enfermero graduado',
  ],
  LPN: [
    'practical nurse',
    'licensed practical nurses',
    'pn',
    'enfermera practica licenciada',
    'enfermero practico licenciado',
  ],
  LVN: ['vocational nurse', 'vn', 'enfermera vocacional licenciada', 'enfermero vocacional licenciado'],
  CNA: ['nursing assistant', 'nurse aide', 'asistente de enfermeria certificado', 'asistente de enfermeria'],
  APRN: ['arnp', 'crnp', 'certified registered nurse practitioner', 'advanced registered nurse practitioner'],
  CNM: ['nurse midwife'],
  CRNA: ['registered nurse anesthetist', 'nurse anesthetist'],
}
