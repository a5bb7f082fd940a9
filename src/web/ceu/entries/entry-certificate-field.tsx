import { FilePicker } from '#web/files/file-picker.tsx'
import type { Uploads } from '#web/files/use-uploads.ts'

export function EntryCertificateField({ files, others = 0 }: { files: Uploads; others?: number }) {
  return (
    <section aria-labelledby="certificate-title" className="grid grid-cols-1 gap-2">
      <h2 id="certificate-title" className="text-lg">
        Add the certificate: take a photo, choose a file or drop it here
      </h2>
      <FilePicker files={files} others={others} />
    </section>
  )
}
