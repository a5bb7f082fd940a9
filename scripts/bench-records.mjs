// The records that the bench creates.
export const aLicense = (index) => ({
  kind: 'license',
  title: `License ${index}`,
  type: 'RN',
  state: 'TX',
  issuer: 'Texas Board of Nursing',
  number: `TX-${index}-884213`,
  issuedAt: '2025-04-01',
  expiresAt: `2027-0${(index % 9) + 1}-15`,
  tags: ['travel', 'compact'],
  notes: 'Renew in the portal.',
})

export const aCycle = {
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  ruleId: 'TX-RN',
  topics: [{ topic: 'Ethics', tags: ['Ethics'], hours: 2 }],
}

export const anEntry = ({ id }) => ({
  cycleId: id,
  title: 'Pain management',
  provider: 'Texas Nurses Association',
  hours: 2,
  completedAt: '2026-02-14',
  topicTags: ['Ethics'],
})
