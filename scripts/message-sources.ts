import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { pluralPlaceholder } from '#shared/i18n/message-key.ts'
import { filesOf } from './check-structure.ts'

/** A text of the interface as it appears in the catalog: values by name, elements by number. */
type Found = { text: string; line: number }
export type Source = { path: string; messages: Found[]; faults: string[]; untranslated: Found[] }

type Node = { type: string; start: number; [key: string]: unknown }
type Scope = { inFunction: boolean; isText: boolean }

/** The source files with texts, and all files that `isFinished` accepts. */
export function readSources(root: string, isFinished = (_path: string): boolean => false): Source[] {
  return filesOf(root)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|^src\/testing\//.test(path))
    .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))
    .filter(({ path, code }) => isFinished(path) || /\b(?:t|msg)`|<Trans>/.test(code))
    .map(({ path, code }) => readSource(path, code))
}

/** The texts of one file, its faults, and possible untranslated texts. */
export function readSource(path: string, code: string): Source {
  const source: Source = { path, messages: [], faults: [], untranslated: [] }
  const lineOf = (node: Node) => code.slice(0, node.start).split('\n').length
  const fault = (node: Node, text: string) => source.faults.push(`${path}:${lineOf(node)}: ${text}`)

  function visit(node: Node, scope: Scope): void {
    const tag = node.type === 'TaggedTemplateExpression' ? nameOf(node.tag) : ''
    if (tag === 't' || tag === 'msg') {
      if (tag === 't' && !scope.inFunction) fault(node, 'runs before the language is known: use msg')
      add(node, templateText(node.quasi as Node))
      visitAll(valuesOf(node), { ...scope, isText: true })
      return
    }
    if (elementName(node) === 'Trans') {
      add(node, childrenText(node.children as Node[], { elements: 0, names: [] }))
      visitAll(valuesOf(node), { ...scope, isText: true })
      return
    }
    if (!scope.isText) noteUntranslated(node)
    const isFunction = /Function|^MethodDefinition$/.test(node.type)
    for (const [key, value] of Object.entries(node)) {
      if (isSilent(node, key)) continue
      const inside = { inFunction: scope.inFunction || isFunction, isText: scope.isText && !isJsx(node) }
      visitAll(nodesIn(value), inside)
    }
  }
  const visitAll = (nodes: Node[], scope: Scope) => {
    for (const node of nodes) visit(node, scope)
  }

  function add(node: Node, text: string): void {
    if (!/\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''))) fault(node, 'has no words')
    else source.messages.push({ text, line: lineOf(node) })
  }

  function templateText(quasi: Node): string {
    const parts = (quasi.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    const values = quasi.expressions as Node[]
    const names: string[] = []
    return parts.reduce((text, part, at) => `${text}${placeholder(values[at - 1], names)}${part}`)
  }

  function placeholder(value: Node | undefined, names: string[]): string {
    if (!value) return ''
    if (value.type !== 'CallExpression' || nameOf(value.callee) !== 'plural')
      return `{${freeName(valueName(value), names)}}`
    const [count, forms] = value.arguments as Node[]
    const form = (name: string) =>
      (forms?.properties as { key: { name?: string }; value: { value?: unknown } }[] | undefined)?.find(
        ({ key }) => key?.name === name,
      )?.value.value
    const [one, other] = [form('one'), form('other')]
    if (typeof one !== 'string' || typeof other !== 'string' || /[{}]/.test(one + other)) {
      fault(value, 'plural takes { one, other } as plain texts, with # for the number')
      return ''
    }
    return pluralPlaceholder(freeName(count ? valueName(count) : '', names), { one, other })
  }

  type Counts = { elements: number; names: string[] }

  function childrenText(children: Node[], counts: Counts): string {
    return children.map((child) => childText(child, counts)).join('')
  }

  function childText(child: Node, counts: Counts): string {
    if (child.type === 'JSXText') return jsxText(String(child.value))
    if (child.type === 'JSXElement') {
      const at = counts.elements++
      const inner = child.children as Node[]
      return inner.length === 0 ? `<${at}/>` : `<${at}>${childrenText(inner, counts)}</${at}>`
    }
    const value = child.expression as Node | undefined
    if (value?.type === 'JSXEmptyExpression') return ''
    if (typeof value?.value === 'string') return value.value
    const [element] = value?.type === 'ArrayExpression' ? (value.elements as Node[]) : []
    if (element) return `{${freeName(valueName(element), counts.names)}}`
    fault(child, 'a value in Trans stands in brackets: {[name]}')
    return ''
  }

  function noteUntranslated(node: Node): void {
    const text = plainText(node)
    const line = lineOf(node)
    const isKnown = source.untranslated.some((known) => known.text === text && known.line === line)
    if (text !== null && !isKnown) source.untranslated.push({ text, line })
  }

  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) source.faults.push(`${path}: cannot be parsed`)
  visit(program as unknown as Node, { inFunction: false, isText: false })
  return source
}

/** Attributes and properties whose text people read. */
const readAloud =
  /^(aria-label|alt|label|title|heading|intro|description|detail|placeholder|eyebrow|summary|text|name|message|subject|lifetime|notYou)$/

/** The visible words of a node; `null` for everything else. */
function plainText(node: Node): string | null {
  if (node.type === 'JSXText') return wordsOf(jsxText(String(node.value)))
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    const key = (node.name ?? node.key) as { name?: string; value?: string } | undefined
    const value = node.value as { type?: string; value?: unknown } | null
    const isRead = readAloud.test(key?.name ?? key?.value ?? '') && value?.type === 'Literal'
    return isRead && /^\P{Ll}*\p{Lu}/u.test(String(value?.value)) ? wordsOf(value?.value) : null
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return childTemplateText(node.children as Node[])
  if (node.type === 'Literal') return sentenceOf(node.value)
  if (node.type !== 'TemplateLiteral') return null
  return sentenceOf(
    (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'),
  )
}

/** A template alone between tags is visible text, no matter how it begins: "… · in 130 days". */
function childTemplateText(children: readonly Node[]): string | null {
  const texts = children
    .map(({ expression }) => expression as Node | undefined)
    .filter((value): value is Node => value?.type === 'TemplateLiteral')
    .map(({ quasis }) =>
      (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'),
    )
  return texts.find((text) => /\p{L}{2,} +(?:\d+ +)?\p{L}{2,}/u.test(text)) ?? null
}

function wordsOf(text: unknown): string | null {
  return typeof text === 'string' && /\p{L}{2}/u.test(text) && text.trim() !== 'Lanyard' ? text.trim() : null
}

/** A text that begins with a capital letter and has a second word is not a class name, a path or code. */
function sentenceOf(text: unknown): string | null {
  return typeof text === 'string' && /^\s?\p{Lu}[\p{L}’']*,? +\p{L}/u.test(text) ? text.trim() : null
}

/** Parts that no user reads: types, imports, and messages to developers. */
function isSilent(node: Node, key: string): boolean {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return true
  if (/^(Import|ExportAll)Declaration$/.test(node.type)) return true
  if (node.type === 'JSXAttribute' && nameOf(node.name) === 'className') return true
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Error') return key === 'arguments'
  return node.type === 'TemplateLiteral' && key === 'quasis'
}

/** Expressions inside a text, which may contain their own texts. */
function valuesOf(node: Node): Node[] {
  if (node.type === 'TaggedTemplateExpression') return nodesIn((node.quasi as Node).expressions)
  return (node.children as Node[]).flatMap((child) => {
    if (child.type === 'JSXExpressionContainer') return [child.expression as Node]
    if (child.type !== 'JSXElement') return []
    return [...nodesIn((child.openingElement as Node).attributes), ...valuesOf(child)]
  })
}

function nodesIn(value: unknown): Node[] {
  return [value]
    .flat()
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each)
}

function isJsx(node: Node): boolean {
  return node.type === 'JSXAttribute'
}

function elementName(node: Node): string {
  return node.type === 'JSXElement' ? nameOf((node.openingElement as Node).name) : ''
}

function nameOf(node: unknown): string {
  return (node as { name?: string } | undefined)?.name ?? ''
}

/** `date` for `date`, `credential.date` and `format(date)`. */
function valueName(node: Node): string {
  if (node.type === 'Identifier') return nameOf(node)
  if (node.type === 'MemberExpression') return nameOf(node.property)
  const [first] = node.type === 'CallExpression' ? nodesIn(node.arguments) : []
  if (first) return valueName(first)
  return node.type === 'CallExpression' ? nameOf(node.callee) : ''
}

function freeName(wanted: string, names: string[]): string {
  const name = /^\w+$/.test(wanted) && !/^\d/.test(wanted) ? wanted : 'value'
  const count = names.filter((each) => each === name).length
  names.push(name)
  return count === 0 ? name : `${name}${count + 1}`
}

/** Like JSX: trims lines and joins them with one space. */
function jsxText(text: string): string {
  const lines = text.split(/\r?\n/)
  return lines
    .map((line, at) => {
      const start = at === 0 ? line : line.trimStart()
      return at === lines.length - 1 ? start : start.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
}
