import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'

const n = (name: string) => PDFName.of(name)
const MAX_DEPTH = 20

/** Which optional content a reader does not show on the screen: PDF 32000-1, 8.11. */
export type Layers = {
  /** Whether any layer is off. */
  areOff: boolean
  /** Whether what refers to this group or membership is hidden. */
  isHidden(owner: PDFObject | undefined): boolean
}

export function layersOf(pdf: PDFDocument): Layers {
  const { context } = pdf
  const off = groupsThatAreOff(pdf)

  function isHidden(owner: PDFObject | undefined): boolean {
    if (off.size === 0 || owner === undefined) return false
    const found = context.lookup(owner)
    if (!(found instanceof PDFDict)) return false
    if (found.lookup(n('Type')) !== n('OCMD')) return owner instanceof PDFRef && off.has(owner)
    const expression = found.lookup(n('VE'))
    if (expression instanceof PDFArray) return !isTrue(expression, 0)
    const groups = found.get(n('OCGs'))
    const list = groups && context.lookup(groups)
    const each = list instanceof PDFArray ? list.asArray() : groups ? [groups] : []
    return (
      each.length > 0 &&
      !isVisible(
        found.lookup(n('P')),
        each.filter((one) => one instanceof PDFRef),
      )
    )
  }

  function isVisible(policy: PDFObject | undefined, groups: PDFRef[]): boolean {
    const isOff = (group: PDFRef) => off.has(group)
    if (policy === n('AllOn')) return !groups.some(isOff)
    if (policy === n('AnyOff')) return groups.some(isOff)
    if (policy === n('AllOff')) return groups.every(isOff)
    return !groups.every(isOff)
  }

  function isTrue(expression: PDFArray, depth: number): boolean {
    const [operator, ...operands] = expression.asArray()
    const holds = (operand: PDFObject): boolean => {
      const inner = context.lookup(operand)
      if (inner instanceof PDFArray) return depth >= MAX_DEPTH || isTrue(inner, depth + 1)
      return !(operand instanceof PDFRef && off.has(operand))
    }
    if (operator === n('Not')) return operands[0] === undefined || !holds(operands[0])
    return operator === n('Or') ? operands.some(holds) : operands.every(holds)
  }

  return { areOff: off.size > 0, isHidden }
}

function groupsThatAreOff(pdf: PDFDocument): Set<PDFRef> {
  const properties = pdf.catalog.lookup(n('OCProperties'))
  const settings = properties instanceof PDFDict ? properties.lookup(n('D')) : undefined
  if (!(properties instanceof PDFDict) || !(settings instanceof PDFDict)) return new Set()
  const groups = refsIn(properties, 'OCGs')
  const areOffAtFirst = settings.lookup(n('BaseState')) === n('OFF')
  const off = new Set(areOffAtFirst ? groups : groups.filter((group) => isOffOnScreens(pdf, group)))
  if (areOffAtFirst)
    for (const group of refsIn(settings, 'ON')) if (!isOffOnScreens(pdf, group)) off.delete(group)
  for (const group of refsIn(settings, 'OFF')) off.add(group)
  return off
}

/** A layer for print only. */
function isOffOnScreens(pdf: PDFDocument, group: PDFRef): boolean {
  const inside = (dict: PDFObject | undefined, name: string) =>
    dict instanceof PDFDict ? dict.lookup(n(name)) : undefined
  const view = inside(inside(pdf.context.lookup(group), 'Usage'), 'View')
  return inside(view, 'ViewState') === n('OFF')
}

function refsIn(dict: PDFDict, name: string): PDFRef[] {
  const array = dict.lookup(n(name))
  return array instanceof PDFArray ? array.asArray().filter((each) => each instanceof PDFRef) : []
}
