import type { ImportMade } from '#shared/imports/batch.ts'
import type { Nurse } from './test-services.ts'

export const importedTable = {
  fileName: 'my credentials.csv',
  columns: [
    { name: 'Credential', use: 'name' },
    { name: 'Good through', use: 'expiresAt' },
  ],
  credentials: [
    { kind: 'license', type: 'RN', state: 'TX', expiresAt: '2027-03-31' },
    { kind: 'certification', name: 'Basic Life Support', code: 'BLS', issuer: 'American Heart Association' },
  ],
}

/** Imports a license and a certification as a table. */
export async function addImport(nurse: Nurse, more: object = {}): Promise<ImportMade> {
  const answer = await nurse.json('POST', '/api/imports', { ...importedTable, ...more })
  if (answer.status !== 201) throw new Error(await answer.text())
  return (await answer.json()) as ImportMade
}
