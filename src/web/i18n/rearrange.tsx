import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import type { Compiled } from '#shared/i18n/translator.ts'

type Element = ReactElement<{ children?: ReactNode }>
type Parts = { elements: Element[]; values: ReactNode[] }

/** Puts the elements and values of a `Trans` where the translation has them. */
export function createRearrange(find: (key: string) => Compiled | undefined) {
  return (children: ReactNode): ReactNode => {
    const parts: Parts = { elements: [], values: [] }
    const message = find(keyOf(children, parts))
    return message === undefined ? children : arranged(message, parts)
  }
}

/** The sentence with `<0>…</0>` for its first element and `{0}` for its first value. */
function keyOf(node: ReactNode, parts: Parts): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  // React never creates an array of one child: this is a value in brackets.
  if (Array.isArray(node) && node.length === 1) return `{${parts.values.push(node[0]) - 1}}`
  if (Array.isArray(node)) return node.map((child) => keyOf(child, parts)).join('')
  if (!isValidElement<{ children?: ReactNode }>(node)) return String(node)
  const at = parts.elements.push(node) - 1
  const { children } = node.props
  return children === undefined ? `<${at}/>` : `<${at}>${keyOf(children, parts)}</${at}>`
}

/** Elements that are open at this place, innermost last, each with its children so far. */
type Open = { at: number | null; nodes: ReactNode[] }

function arranged(message: Compiled, { elements, values }: Parts): ReactNode {
  const open: Open[] = [{ at: null, nodes: [] }]
  const put = (node: ReactNode) => open.at(-1)?.nodes.push(node)
  const close = () => {
    const { at, nodes } = open.pop() ?? { at: null, nodes: [] }
    const element = at === null ? undefined : elements[at]
    if (element) put(cloneElement(element, { key: at }, ...nodes))
  }
  for (const token of typeof message === 'string' ? [message] : message) {
    if (typeof token !== 'string') put(values[Number(token[0])])
    else
      for (const piece of token.split(/(<\/?\d+\/?>)/)) {
        const [, end, at = '', alone] = /^<(\/?)(\d+)(\/?)>$/.exec(piece) ?? []
        if (at === '') put(piece)
        else if (end) close()
        else if (alone) put(elements[Number(at)])
        else open.push({ at: Number(at), nodes: [] })
      }
  }
  return <Fragment>{open[0]?.nodes}</Fragment>
}
