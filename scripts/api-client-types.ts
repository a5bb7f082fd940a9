/** A part of a JSON Schema, in zod's format. */
type Part = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Part[]
  oneOf?: Part[]
  allOf?: Part[]
  items?: Part
  prefixItems?: Part[]
  properties?: Record<string, Part>
  required?: string[]
  additionalProperties?: boolean | Part
  description?: string
}

const simple: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The TypeScript type of a JSON Schema; `unknown` if it describes none. */
export function typeOf(part: Part): string {
  if (part.$ref !== undefined) return part.$ref.slice(part.$ref.lastIndexOf('/') + 1)
  if ('const' in part) return JSON.stringify(part.const)
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = part.anyOf ?? part.oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  if (part.allOf) return part.allOf.map((each) => `(${typeOf(each)})`).join(' & ')
  if (Array.isArray(part.type)) return part.type.map((type) => typeOf({ ...part, type })).join(' | ')
  if (part.type === 'array') return arrayOf(part)
  if (part.type === 'object') return objectOf(part)
  return simple[part.type ?? ''] ?? 'unknown'
}

function arrayOf({ items, prefixItems }: Part): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
  return `Array<${typeOf(items ?? {})}>`
}

function objectOf({ properties = {}, required = [], additionalProperties }: Part): string {
  const fields = Object.entries(properties).map(([name, part]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
    const text = part.description === undefined ? '' : `/** ${part.description.replaceAll('*/', '')} */ `
    return `${text}${key}${required.includes(name) ? '' : '?'}: ${typeOf(part)}`
  })
  const more =
    typeof additionalProperties === 'object'
      ? typeOf(additionalProperties)
      : additionalProperties === true || (additionalProperties === undefined && fields.length === 0)
        ? 'unknown'
        : null
  if (more !== null && fields.length === 0) return `Record<string, ${more}>`
  return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`
}
