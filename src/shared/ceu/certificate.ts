import { msg } from '#shared/i18n/translate.ts'
import type { CeuEntry } from './entry.ts'

export type CertificateGap = 'certificate' | 'holderName' | 'approvedBy' | 'providerNumber'

/**
 * The additional details that an audit requires on a certificate. Title, date, hours and provider are in every entry.
 */
export const certificateGapNames: Record<CertificateGap, string> = {
  certificate: msg`the certificate itself`,
  holderName: msg`the name on the certificate`,
  approvedBy: msg`who approved the provider`,
  providerNumber: msg`the provider number`,
}

export function certificateGaps(
  entry: Pick<CeuEntry, 'fileId' | 'holderName' | 'approvedBy' | 'providerNumber'>,
): CertificateGap[] {
  const gaps: CertificateGap[] = entry.fileId === null ? ['certificate'] : []
  for (const field of ['holderName', 'approvedBy', 'providerNumber'] as const)
    if (entry[field] === null) gaps.push(field)
  return gaps
}
