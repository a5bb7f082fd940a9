/** The one-line name of a credential. */
export function credentialTitle(record: { title?: string | null; name?: string | null }): string {
  return record.title ?? record.name ?? ''
}
