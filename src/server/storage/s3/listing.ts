/** One page of a ListObjectsV2 response; `next` is the token for the following page. */
export type Listing = { objects: { key: string; writtenAt: Date }[]; next: string | null }

/** Parses the store's XML. Throws if it is anything else: a partial list would look like missing documents. */
export function readListing(xml: string): Listing {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.includes('</ListBucketResult>')) {
    throw new Error('The store answered no list')
  }
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, contents = '']) => {
    const writtenAt = new Date(field(contents, 'LastModified') ?? '')
    const key = field(contents, 'Key')
    if (key === null || Number.isNaN(writtenAt.getTime()))
      throw new Error('The store listed a key without a date')
    return { key, writtenAt }
  })
  const more = field(xml, 'IsTruncated') === 'true'
  const next = field(xml, 'NextContinuationToken')
  if (more && next === null) throw new Error('The store stopped in the middle of a list')
  return { objects, next: more ? next : null }
}

function field(xml: string, name: string): string | null {
  const [, value] = xml.match(new RegExp(`<${name}>([^<]*)</${name}>`)) ?? []
  return value === undefined ? null : unescaped(value)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16))
  })
}
