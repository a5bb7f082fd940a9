import type { CeuEntry } from './entry.ts'

export type CertificateGap = 'certificate' | 'holderName' | 'approvedBy' | 'providerNumber'

/** What an audit also requires on a certificate; title, date, hours and provider are in every entry. */
export const certificateGapNames: Record<CertificateGap, string> = {
  certificate: 'the certificate itself',
  holderName: 'the name on the certificate',
  approvedBy: 'who approved the provider',
  providerNumber: 'the provider number',
}

export function certificateGaps(
  entry: Pick<CeuEntry, 'fileId' | 'holderName' | 'approvedBy' | 'providerNumber'>,
): CertificateGap[] {
  const gaps: CertificateGap[] = entry.fileId === null ? ['certificate'] : []
  for (const field of ['holderName', 'approvedBy', 'providerNumber'] as const)
    if (entry[field] === null) gaps.push(field)
  return gaps
}
