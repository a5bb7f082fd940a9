import { useWatch } from 'react-hook-form'
import { certificateGaps } from '#shared/ceu/certificate.ts'
import { gapsText } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'

/** Details that an audit would still require. Never prevents saving. */
export function CertificateGapsView({ form, hasFile }: { form: EntryForm; hasFile: boolean }) {
  const [holderName, approvedBy, providerNumber] = useWatch({
    control: form.control,
    name: ['holderName', 'approvedBy', 'providerNumber'],
  })
  const nonBlank = (text: string | null) => (text?.trim() ? text : null)
  const text = gapsText(
    certificateGaps({
      fileId: hasFile ? 'file' : null,
      holderName: nonBlank(holderName),
      approvedBy: nonBlank(approvedBy),
      providerNumber: nonBlank(providerNumber),
    }),
  )
  return text && <p className="max-w-[65ch] text-muted">{text}</p>
}
