import { existsSync, globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { tokenScopeOf } from '../src/shared/auth/token-scope.ts'
import type { Contract, Endpoint } from '../src/shared/http/contract.ts'
import { typeOf } from './api-client-types.ts'

/** Folder of the client, in the project. */
export const clientFolder = 'clients/typescript'

const notice = '// Made by `npm run client` from the contracts in src/shared. Do not edit.\n'

/** The generated files, by path below `clientFolder`. `written` is the text of `client.ts`. */
export async function generateClient(root: string, written: string): Promise<Record<string, string>> {
  const modules = await loadShared(root)
  const endpoints = endpointsIn(modules)
  const types = new Types(namesOf(modules))
  const entries = endpoints.map(([key, endpoint]) => `  '${key}': ${types.endpoint(key, endpoint)}`)
  const rows = endpoints.map(([key, endpoint]) => `  '${key}': ${JSON.stringify(operationOf(endpoint))},`)
  const text = `${notice}
${types.declarations()}

/** Every endpoint that an access token reaches, by method and path. */
export type Endpoints = {
${entries.join('\n')}
}

/** How each is sent and answered. */
export const operations = {
${rows.join('\n')}
} as const satisfies Record<keyof Endpoints, object>
`
  return {
    'endpoints.ts': text,
    'endpoints.js': stripped(text),
    'client.js': `${notice}${stripped(written)}`,
  }
}

/** The generated files that do not match the current contracts. */
export async function findStaleClient(root: string): Promise<string[]> {
  const read = (name: string) => {
    const path = join(root, clientFolder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  const made = Object.entries(await generateClient(root, read('client.ts') ?? ''))
  return made
    .filter(([name, text]) => read(name) !== text)
    .map(([name]) => `${clientFolder}/${name} is not what the contracts say. Run "npm run client".`)
}

/** Compiled to JavaScript, because Node runs no TypeScript from `node_modules`. */
function stripped(text: string): string {
  return `${stripTypeScriptTypes(text)
    .replaceAll("'./endpoints.ts'", "'./endpoints.js'")
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()}\n`
}

type Module = { path: string; exported: Record<string, unknown> }

async function loadShared(root: string): Promise<Module[]> {
  const paths = globSync('src/shared/*/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()
  return Promise.all(
    paths.map(async (path) => ({ path, exported: await import(pathToFileURL(join(root, path)).href) })),
  )
}

/** Sorted by path, so that a new file changes only its own lines. */
function endpointsIn(modules: Module[]): [string, Endpoint][] {
  return modules
    .filter(({ path }) => path.endsWith('contract.ts'))
    .flatMap(({ exported }) => Object.entries(exported).filter(([name]) => name.endsWith('Contract')))
    .flatMap(([, contract]) => Object.entries(contract as Contract))
    .filter(([key]) => tokenScopeOf(key) !== null)
    .toSorted(([a], [b]) => compare(placeOf(a), placeOf(b)))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const placeOf = (key: string) => key.split(' ').toReversed().join(' ')

/** The named schemas, by the name of their export. */
function namesOf(modules: Module[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>()
  const taken = new Set<string>()
  for (const { path, exported } of modules)
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || names.has(value) || !isWorthName(value)) continue
      const own = renamed[pascal(name)] ?? pascal(name)
      const folder = path.split('/')[2] ?? ''
      const chosen = taken.has(own) ? pascal(folder) + own : own
      if (taken.has(chosen)) continue
      taken.add(chosen)
      names.set(value, chosen)
    }
  return names
}

const isWorthName = (schema: z.ZodType) =>
  schema instanceof z.ZodObject || schema instanceof z.ZodEnum || schema instanceof z.ZodUnion

/** `File` would shadow the browser's own type. The others are names that programs already use. */
const renamed: Record<string, string> = {
  File: 'VaultFile',
  FileInput: 'VaultFileInput',
  EarlierBoxes: 'EarlierCovers',
}

const pascal = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase())

type Io = 'input' | 'output'

/** Collects the declarations that the endpoints refer to. */
class Types {
  readonly #registry: Record<Io, ReturnType<typeof z.registry<{ id: string }>>>
  readonly #declared = new Map<string, string>()

  constructor(names: Map<z.ZodType, string>) {
    this.#registry = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
    for (const [schema, id] of names) {
      this.#registry.output.add(schema, { id })
      this.#registry.input.add(schema, { id: /Input$|Query$/.test(id) ? id : `${id}Input` })
    }
  }

  endpoint(key: string, { params, query, body, optionalBody, content, answers }: Endpoint): string {
    const parts = [
      ...(params ? [`params: ${paramsOf(key)}`] : []),
      ...(query ? [`query?: ${this.#of(query, 'input')}`] : []),
      ...(body ? [`body: ${this.#of(body, 'input')}`] : []),
      ...(optionalBody ? [`body?: ${this.#of(optionalBody, 'input')}`] : []),
      ...(content ? [`body: ${'multipart/form-data' in content ? 'FormData' : 'Blob'}`] : []),
      `answer: ${this.#answer(answers)}`,
    ]
    return `{ ${parts.join('; ')} }`
  }

  declarations(): string {
    return [...this.#declared]
      .toSorted(([a], [b]) => compare(a, b))
      .map(([name, type]) => `export type ${name} = ${type}`)
      .join('\n\n')
  }

  #answer(answers: Endpoint['answers']): string {
    const schema = jsonOf(answers)
    if (schema) return this.#of(schema, 'output')
    return isBytes(answers) ? 'Response' : 'undefined'
  }

  #of(schema: z.ZodType, io: Io): string {
    const { $defs = {}, ...own } = schemaOf(schema, io, this.#registry[io])
    for (const [name, def] of Object.entries($defs)) this.#declared.set(name, typeOf(def))
    const id = this.#registry[io].get(schema)?.id
    if (id === undefined || '$ref' in own) return typeOf(own)
    this.#declared.set(id, typeOf(own))
    return id
  }
}

function schemaOf(schema: z.ZodType, io: Io, metadata: z.core.$ZodRegistry<{ id: string }>) {
  const json = z.toJSONSchema(schema, {
    ...{ io, metadata, unrepresentable: 'any' as const },
    // A JSON Schema cannot express functions that clean a text or a list, but such functions keep the type.
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type !== 'pipe' || io !== 'output') return
      const { in: before, out } = def as unknown as Record<'in' | 'out', z.ZodType>
      if (out._zod.def.type === 'transform') Object.assign(jsonSchema, schemaOf(before, io, metadata))
    },
  })
  const { $schema: _dialect, ...rest } = json
  return rest as { $defs?: Record<string, object> }
}

/** Path parameters are text, no matter how they are validated. */
function paramsOf(key: string): string {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string | number`)
  return `{ ${names.join('; ')} }`
}

function successOf(answers: Endpoint['answers']) {
  return answers[200] ?? answers[201] ?? answers[202] ?? answers[204]
}

function jsonOf(answers: Endpoint['answers']): z.ZodType | null {
  const schema = successOf(answers)?.content?.['application/json']?.schema
  return schema instanceof z.ZodType ? schema : null
}

const isBytes = (answers: Endpoint['answers']) => successOf(answers)?.content !== undefined

function operationOf({ body, optionalBody, content, headers, answers }: Endpoint) {
  const type = body || optionalBody ? 'application/json' : Object.keys(content ?? {})[0]
  const takesKey = headers !== undefined && 'idempotency-key' in headers.shape
  return {
    answer: jsonOf(answers) ? 'json' : isBytes(answers) ? 'bytes' : 'none',
    ...(type && { body: type }),
    ...(takesKey && { idempotent: true }),
  }
}
