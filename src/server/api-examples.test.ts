import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiExamples, exampleIds } from '#shared/ops/api-examples.ts'
import { ceuClient, florida } from '#testing/ceu-vault.ts'
import { findUndocumented, type Operation, readOperations } from '#testing/open-api.ts'
import { addLicense } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let own: Record<string, string>
let operations: Operation[]
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  const cycle = await ceuClient(ann).addCycle(florida)
  own = { [exampleIds.license]: await addLicense(ann), [exampleIds.cycle]: cycle.id }
  operations = await readOperations(services.app)
})
afterAll(() => services.close())

function operationOf(name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`${name} is not in the document`)
  return operation
}

/** With the ids of Ann's records in place of those of the examples. */
function withOwnIds<T>(value: T): T {
  let text = JSON.stringify(value)
  for (const [example, id] of Object.entries(own)) text = text.replaceAll(example, id)
  return JSON.parse(text) as T
}

const successOf = ({ responses }: Operation) =>
  Number(Object.keys(responses).find((status) => status < '400'))

/** The names of the fields; of a list also those of its licenses. */
function fieldsOf(value: object): string[] {
  const items = 'items' in value ? (value.items as { kind: string }[]) : []
  const first = items.find(({ kind }) => kind === 'license')
  return [...Object.keys(value), ...Object.keys(first ?? {}).map((key) => `items.${key}`)].toSorted()
}

const examples = Object.entries(apiExamples)

describe('the examples of the document', () => {
  it.for(examples.filter(([, { request }]) => request))('%s can be sent', async ([name, { request }]) => {
    const operation = operationOf(name)
    const path = operation.path.replace('{id}', own[exampleIds.license] ?? '')
    const answer = await ann.json(operation.method, path, withOwnIds(request))
    expect(answer.status, await answer.clone().text()).toBe(successOf(operation))
    expect(await findUndocumented(operation, answer)).toEqual([])
  })

  it.for(examples.filter(([, { answer }]) => answer))('%s is answered', async ([name, { answer }]) => {
    const operation = operationOf(name)
    const shown = Response.json(answer, { status: successOf(operation) })
    expect(await findUndocumented(operation, shown)).toEqual([])
  })

  it.for(examples.filter(([name, { answer }]) => answer && name.startsWith('GET')))(
    'the response to %s has these fields',
    async ([name, { answer }]) => {
      const { path } = operationOf(name)
      const real = await ann.fetch(path.replace('{id}', own[exampleIds.license] ?? ''))
      const asked = (await real.json()) as object
      expect(fieldsOf(asked)).toEqual(fieldsOf(answer ?? {}))
    },
  )

  it('are in the document, next to the bodies that they illustrate', async () => {
    const answer = await services.app.request('/api/openapi.json')
    type Media = { content?: Record<string, { example?: unknown }> }
    type Described = { requestBody?: Media; responses: Record<string, Media> }
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
    for (const [name, { request, answer: shown }] of examples) {
      const [method = '', path = ''] = name.split(' ')
      const described = paths[path]?.[method.toLowerCase()]
      const status = String(successOf(operationOf(name)))
      expect(described?.requestBody?.content?.['application/json']?.example, name).toEqual(request)
      expect(described?.responses[status]?.content?.['application/json']?.example, name).toEqual(shown)
    }
  })
})
