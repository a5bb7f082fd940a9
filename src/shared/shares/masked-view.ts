import { createFieldsMask, type FieldsMask } from './masks.ts'
import type { ShareView, ViewItem } from './view.ts'
import { itemTexts, type Treatment, viewTexts } from './view-texts.ts'

/** The view without any of these numbers, in its fields and in all other texts. */
export function maskView(view: ShareView, numbers: readonly string[]): ShareView {
  const mask = createFieldsMask(numbers)
  const { items, ...head } = view
  return { ...maskTexts(head, viewTexts, mask), items: items.map((item) => maskItem(item, mask)) }
}

export function maskItems(items: readonly ViewItem[], numbers: readonly string[]): ViewItem[] {
  const mask = createFieldsMask(numbers)
  return items.map((item) => maskItem(item, mask))
}

function maskItem(item: ViewItem, mask: FieldsMask): ViewItem {
  const masked = maskTexts(item, itemTexts[item.resourceType], mask)
  if (!('number' in item) || !('number' in masked)) return masked
  return {
    ...masked,
    // A hidden number stays visible as hidden.
    isNumberHidden: item.isNumberHidden || item.number !== null,
    // A masked URL would not work, so a URL that contains a number is left out.
    lookup: masked.lookup?.url === item.lookup?.url ? masked.lookup : null,
  }
}

type Texts = Treatment | { readonly [key: string]: Texts }

/** The same value without numbers. Searches every text that `texts` does not declare. */
function maskTexts<V extends object>(value: V, texts: Texts | undefined, mask: FieldsMask): V {
  const searched: Record<string, string> = {}
  const changed: Record<string, unknown> = {}
  for (const [key, part, declared] of partsOf(value, texts)) {
    if (typeof part === 'object' && part !== null) changed[key] = maskTexts(part, declared, mask)
    else if (typeof part !== 'string' || declared === 'free') continue
    else if (declared === 'hidden') changed[key] = null
    else searched[key] = part
  }
  const masked = { ...value, ...changed, ...mask(searched) }
  return (Array.isArray(value) ? Object.values(masked) : masked) as V
}

/** Each part with its declaration, in the order of the declarations. All elements of a list share one declaration. */
function partsOf(value: object, texts: Texts | undefined): [string, unknown, Texts | undefined][] {
  if (Array.isArray(value)) return Object.entries(value).map(([key, part]) => [key, part, texts])
  const declared: Record<string, Texts> = typeof texts === 'object' ? texts : {}
  const parts: Record<string, unknown> = { ...value }
  const keys = new Set([...Object.keys(declared).filter((key) => key in parts), ...Object.keys(parts)])
  return [...keys].map((key) => [key, parts[key], declared[key]])
}
