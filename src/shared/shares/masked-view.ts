import { createFieldsMask, type FieldsMask } from './masks.ts'
import type { ShareView, ViewEntry, ViewFile, ViewItem, ViewLicense } from './view.ts'

/** The view without any of these numbers, in its fields and in all other texts. */
export function maskView(view: ShareView, numbers: readonly string[]): ShareView {
  const mask = createFieldsMask(numbers)
  const { ownerName } = mask({ ownerName: view.ownerName })
  const { recipient } = mask({ recipient: view.recipient })
  const { note } = mask({ note: view.note })
  return { ...view, ownerName, recipient, note, items: view.items.map((item) => maskItem(item, mask)) }
}

export function maskItems(items: readonly ViewItem[], numbers: readonly string[]): ViewItem[] {
  const mask = createFieldsMask(numbers)
  return items.map((item) => maskItem(item, mask))
}

function maskItem(item: ViewItem, mask: FieldsMask): ViewItem {
  switch (item.resourceType) {
    case 'license': {
      const { title, type, state, issuer } = item
      const texts = mask({ title, type, state, issuer })
      return { ...item, ...texts, ...hidden(item), ...lookupsOf(item, mask), ...filesOf(item, mask) }
    }
    case 'certification': {
      const { title, code, issuer } = item
      const texts = mask({ title, code, issuer })
      return { ...item, ...texts, ...hidden(item), ...lookupsOf(item, mask), ...filesOf(item, mask) }
    }
    case 'ceuCycle': {
      const { title, state, hoursName } = item
      return {
        ...item,
        ...mask({ title, state, hoursName }),
        caveats: Object.values(mask(Object.fromEntries(item.caveats.entries()))),
        topics: item.topics.map((topic) => ({ ...topic, ...mask({ topic: topic.topic }) })),
        entries: item.entries.map((entry) => maskEntry(entry, mask)),
      }
    }
    case 'healthRecord':
      return {
        ...item,
        ...mask({ title: item.title }),
        doses: item.doses.map((dose) => ({ ...dose, ...mask({ product: dose.product }) })),
        facts: item.facts.map((fact) => ({ ...fact, ...mask({ text: fact.text }) })),
        ...filesOf(item, mask),
      }
    case 'file':
      return { ...item, ...mask({ title: item.title }), ...filesOf(item, mask) }
  }
}

function maskEntry(entry: ViewEntry, mask: FieldsMask): ViewEntry {
  const { title, provider, providerNumber } = entry
  const topics = Object.values(mask(Object.fromEntries(entry.topics.entries())))
  return { ...entry, ...mask({ title, provider, providerNumber }), topics, ...filesOf(entry, mask) }
}

/** Whether there is a number stays visible. */
function hidden({ number, isNumberHidden }: { number: string | null; isNumberHidden: boolean }) {
  return { number: null, isNumberHidden: isNumberHidden || number !== null }
}

type Lookups = Pick<ViewLicense, 'lookup' | 'lookedUp'>

/** A masked URL would not work: one that contains a number is left out. */
function lookupsOf({ lookup, lookedUp }: Lookups, mask: FieldsMask): Lookups {
  const { name = '', url = '' } = lookup === null ? {} : mask({ name: lookup.name, url: lookup.url })
  return {
    lookup: lookup && url === lookup.url ? { name, url } : null,
    lookedUp: lookedUp && { ...lookedUp, ...mask({ place: lookedUp.place, status: lookedUp.status }) },
  }
}

function filesOf({ files }: { files: ViewFile[] }, mask: FieldsMask): { files: ViewFile[] } {
  return { files: files.map((file) => ({ ...file, ...mask({ name: file.name }) })) }
}
