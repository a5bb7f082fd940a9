import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { File } from '#shared/files/file.ts'
import { calendarDate, searchedText } from '#shared/kernel/fields.ts'
import { countText, dayText } from './text-service.ts'
import { answerTool, numbersInput, reads, type ToolContext } from './tool-service.ts'

const PAGE = 200
/** Of files, and of the records that they belong to. */
const MOST_PAGES = 10
const MOST = 50

const documentItem = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().describe('Media type'),
  size: z.int().describe('Bytes'),
  uploadedOn: calendarDate.describe('In UTC'),
  record: z.string().nullable().describe('The title of the record that it belongs to; null if none is known'),
  page: z.string().nullable().describe('Where the nurse opens the record in a browser'),
})

const documentAnswer = z.object({
  items: z.array(documentItem).describe('Newest first'),
  found: z.int().describe('How many match'),
  isComplete: z.boolean().describe(`False: only the first ${MOST} are shown, or not all were searched`),
})
type DocumentAnswer = z.infer<typeof documentAnswer>

export function addDocumentTool(server: McpServer, context: ToolContext): void {
  const query = searchedText(200)
    .optional()
    .describe(
      'Words of the file name or of the title of its record, in any order. Without it, every document',
    )
  server.registerTool(
    'find_documents',
    {
      title: 'Find documents',
      description:
        'Finds documents of licenses, certifications and CE by name. Answers names and dates, never contents. Documents of health records, and those that belong to no record, are not found.',
      inputSchema: z.strictObject({ query, ...numbersInput }),
      outputSchema: documentAnswer,
      annotations: reads,
    },
    (asked) => answerTool(context, asked, { find: () => findDocuments(context, asked.query ?? ''), say }),
  )
}

async function findDocuments(context: ToolContext, query: string): Promise<DocumentAnswer> {
  const { api, publicUrl } = context
  const files = await everyPage((more) => api('GET /api/upload', { query: { limit: PAGE, ...more } }))
  // A file without a record may have been that of a health record.
  const shown = files.items.filter(({ resourceType }) => isListed(resourceType))
  const titles = await findTitles(context, shown)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = shown
    .map((file) => ({ file, record: titles.get(file.resourceId ?? '') ?? null }))
    .filter(({ file, record }) => {
      const text = `${file.name} ${record?.title ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
  return {
    items: found.slice(0, MOST).map(({ file, record }) => ({
      ...{ id: file.id, name: file.name, type: file.mimeType, size: file.size },
      uploadedOn: file.createdAt.slice(0, 10),
      record: record?.title ?? null,
      page: record?.path ? `${publicUrl}${record.path}` : null,
    })),
    found: found.length,
    isComplete: files.isComplete && found.length <= MOST,
  }
}

const listed: ReadonlySet<File['resourceType']> = new Set([
  ...(['license', 'certification', 'ceuCycle', 'ceuEntry'] as const),
  ...(['competencyRecord', 'lookup', 'renewal', 'term'] as const),
])
const isListed = (resourceType: File['resourceType']) => listed.has(resourceType)

type Page<T> = { items: T[]; nextCursor: string | null }

async function everyPage<T>(read: (more: { cursor?: string }) => Promise<Page<T>>) {
  const items: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Page<T> = await read(cursor === null ? {} : { cursor })
    items.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return { items, isComplete: cursor === null }
}

type Named = { title: string; path: string | null }

/** The titles of the credentials and courses that these files belong to, by id. */
async function findTitles({ api }: ToolContext, files: readonly File[]): Promise<Map<string, Named>> {
  const has = (...types: File['resourceType'][]) =>
    files.some(({ resourceType }) => types.includes(resourceType))
  const titles = new Map<string, Named>()
  if (has('license', 'certification'))
    for (const archived of ['false', 'true'] as const) {
      const found = await everyPage((more) =>
        api('GET /api/credentials', { query: { archived, limit: PAGE, ...more } }),
      )
      for (const each of found.items)
        titles.set(each.id, {
          title: each.kind === 'license' ? each.title : each.name,
          path: `/credentials/${each.id}`,
        })
    }
  if (has('ceuEntry')) {
    const found = await everyPage((more) => api('GET /api/ceu-entries', { query: { limit: PAGE, ...more } }))
    for (const { id, title } of found.items) titles.set(id, { title, path: null })
  }
  return titles
}

function say({ items, found, isComplete }: DocumentAnswer): string {
  if (items.length === 0)
    return isComplete ? 'No document matches.' : 'No document that was searched matches.'
  const lines = items.map(
    ({ name, record, uploadedOn }) =>
      `- ${name}${record === null ? '' : `, of ${record}`}, uploaded ${dayText(uploadedOn)}`,
  )
  const more = isComplete ? [] : ['There may be more.']
  return [`${countText(found, 'document')}:`, ...lines, ...more].join('\n')
}
