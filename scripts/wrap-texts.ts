import { parseSync } from 'rolldown/utils'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Scope = { inFunction: boolean; isChild: boolean }
type Edit = { start: number; end: number; text: string }

/**
 * Wraps the English texts of a file in `t`, `msg` and `Trans`, as far as that is possible without understanding them.
 * `notes` are the places to check by hand: plurals, and texts in pieces.
 */
export function wrapTexts(path: string, code: string): { code: string; notes: string[] } {
  const edits: Edit[] = []
  const notes: string[] = []
  const lineOf = (node: Node) => code.slice(0, node.start).split('\n').length
  const note = (node: Node, what: string) => notes.push(`${path}:${lineOf(node)}: ${what}`)
  const source = (node: Node) => code.slice(node.start, node.end)
  const used = new Set<string>()

  function visit(node: Node, scope: Scope): void {
    const tag = node.type === 'TaggedTemplateExpression' ? nameOf(node.tag) : ''
    if (tag !== '' || isSkipped(node)) return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      if (elementName(node) === 'Trans') return
      wrapChildren(node)
    }
    if (node.type === 'JSXAttribute') wrapAttribute(node)
    else if (node.type === 'Property') wrapProperty(node, scope)
    else if (node.type === 'Literal') wrapLiteral(node, scope)
    else if (node.type === 'TemplateLiteral') wrapTemplate(node, scope)
    const isFunction = /Function|^MethodDefinition$/.test(node.type)
    for (const [key, value] of Object.entries(node)) {
      if (node.type === 'JSXAttribute' && (value as Node | null)?.type === 'Literal') continue
      const isChild =
        node.type === 'JSXExpressionContainer' ||
        (scope.isChild && /^(Conditional|Logical|Parenthesized)Expression$/.test(node.type) && key !== 'test')
      for (const each of nodesIn(value))
        visit(each, {
          inFunction: scope.inFunction || isFunction,
          isChild: isChild && node.type !== 'JSXAttribute',
        })
    }
  }

  function put(node: { start: number; end: number }, text: string): void {
    if (edits.some(({ start, end }) => start <= node.start && node.end <= end && end > start)) return
    edits.push({ start: node.start, end: node.end, text })
  }

  function tagFor(scope: Scope): string {
    const tag = scope.inFunction ? 't' : 'msg'
    used.add(tag)
    return tag
  }

  function wrapChildren(element: Node): void {
    const children = (element.children as Node[]).filter((child) => !isBlank(child))
    if (!children.some((child) => child.type === 'JSXText' && hasWords(String(child.value)))) return
    const inline = children.filter((child) => child.type === 'JSXElement' && !isIcon(child))
    if (inline.length > 0 || isLong(children)) {
      wrapRich(element, children)
      return
    }
    let run: Node[] = []
    const flush = () => {
      const text = run.map(runText).join('')
      const [first, last] = [run[0], run.at(-1)]
      if (first && last && hasWords(text)) {
        used.add('t')
        put({ start: first.start, end: last.end }, `{t\`${text}\`}`)
      }
      run = []
    }
    for (const child of children) {
      if (child.type === 'JSXText' || isSimple(child)) run.push(child)
      else {
        if (child.type === 'JSXExpressionContainer') note(child, 'text in pieces')
        flush()
      }
    }
    flush()
  }

  function runText(child: Node): string {
    if (child.type === 'JSXText') return escaped(jsxText(String(child.value)))
    const expression = child.expression as Node
    if (expression.type === 'Literal') return escaped(String(expression.value))
    return `\${${source(expression)}}`
  }

  function wrapRich(element: Node, children: Node[]): void {
    const closing = (element.closingElement ?? element.closingFragment) as Node | null
    const [first] = element.children as Node[]
    if (!closing || !first) {
      note(element, 'a fragment with text')
      return
    }
    used.add('Trans')
    put({ start: first.start, end: first.start }, '<Trans>')
    put({ start: closing.start, end: closing.start }, '</Trans>')
    bracket(children)
  }

  /** Values are in brackets. Anything more complex must be checked by hand. */
  function bracket(children: Node[]): void {
    for (const child of children) {
      if (child.type === 'JSXElement') bracket((child.children as Node[]).filter((each) => !isBlank(each)))
      if (child.type === 'JSXText') put(child, source(child))
      if (child.type !== 'JSXExpressionContainer') continue
      const expression = child.expression as Node
      if (expression.type === 'Literal' || expression.type === 'JSXEmptyExpression') continue
      if (isSimple(child)) put(expression, `[${source(expression)}]`)
      else note(child, 'more than a value in Trans')
    }
  }

  function wrapAttribute(node: Node): void {
    const value = node.value as Node | null
    const text = value?.type === 'Literal' ? String(value.value) : ''
    if (!value || !hasWords(text) || !(isReadAloud(node.name) || isSentence(text) || isLabel(node.name)))
      return
    used.add('t')
    put(value, `{t\`${escaped(text)}\`}`)
  }

  function wrapProperty(node: Node, scope: Scope): void {
    const value = node.value as Node
    if (
      value.type === 'Literal' &&
      isReadAloud(node.key) &&
      /^[\p{Lu}#]/u.test(String(value.value)) &&
      hasWords(String(value.value))
    )
      put(value, `${tagFor(scope)}\`${escaped(String(value.value))}\``)
  }

  function wrapLiteral(node: Node, scope: Scope): void {
    const { value } = node
    if (typeof value !== 'string') return
    if (isSentence(value) || (scope.isChild && /^\p{Lu}\p{Ll}/u.test(value)))
      put(node, `${tagFor(scope)}\`${escaped(value)}\``)
  }

  function wrapTemplate(node: Node, scope: Scope): void {
    const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    if (!isSentence(parts.join('…')) && !/^…? ?[\p{L}’',]+ \p{L}/u.test(parts.join('…'))) return
    if (!/ \p{L}|\p{L} /u.test(parts.join(''))) return
    if ((node.expressions as Node[]).some(({ type }) => type === 'ConditionalExpression'))
      note(node, 'plural or pieces')
    if (!scope.inFunction) note(node, 'a constant with values')
    used.add('t')
    put({ start: node.start, end: node.start }, 't')
  }

  const { program } = parseSync(path, code)
  visit(program as unknown as Node, { inFunction: false, isChild: false })
  const wrapped = edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), code)
  return { code: withImports(wrapped, used, path), notes }
}

function withImports(code: string, used: Set<string>, path: string): string {
  if (path.startsWith('src/web/')) {
    const lines = [
      used.has('msg') ? "import { msg } from '#shared/i18n/translate.ts'" : '',
      used.has('t') && !/from '#web\/i18n\/t\.ts'/.test(code) ? "import { t } from '#web/i18n/t.ts'" : '',
      used.has('Trans') && !/i18n\/trans\.tsx'/.test(code)
        ? "import { Trans } from '#web/i18n/trans.tsx'"
        : '',
    ]
    return [...lines.filter(Boolean), code].join('\n')
  }
  return used.has('msg') ? `import { msg } from '#shared/i18n/translate.ts'\n${code}` : code
}

function isReadAloud(name: unknown): boolean {
  const { name: identifier = '', value = '' } = name as { name?: string; value?: string }
  return /^(aria-label|alt|label|title|heading|intro|description|detail|placeholder|eyebrow|summary|text|message|subject|lifetime|notYou|question|answer|submitLabel|confirmLabel|action)$/.test(
    identifier || value,
  )
}

/** `cancelLabel`, `errorTitle`. */
function isLabel(name: unknown): boolean {
  return /(Label|Title|Heading)$/.test(nameOf(name))
}

function isSkipped(node: Node): boolean {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return true
  if (/^(Import|ExportAll)Declaration$/.test(node.type)) return true
  return node.type === 'NewExpression' && nameOf(node.callee) === 'Error'
}

function isBlank(child: Node): boolean {
  return child.type === 'JSXText' && /^\s*$/.test(String(child.value)) && String(child.value).includes('\n')
}

function isIcon(element: Node): boolean {
  const { attributes } = element.openingElement as Node
  const names = nodesIn(attributes).map(({ name }) => nameOf(name))
  return (
    (element.children as Node[]).length === 0 && names.some((name) => /^(aria-hidden|className)$/.test(name))
  )
}

/** The formatter breaks lines of JSX text, but not lines of a template. */
function isLong(children: Node[]): boolean {
  const isText = children.every((child) => child.type === 'JSXText' || isSimple(child))
  return isText && children.reduce((sum, { start, end }) => sum + end - start, 0) > 90
}

function isSimple(child: Node): boolean {
  if (child.type !== 'JSXExpressionContainer') return false
  return /^(Identifier|MemberExpression|CallExpression|Literal)$/.test((child.expression as Node).type)
}

function isSentence(text: string): boolean {
  return /^\s?\p{Lu}[\p{L}’']*[,:]? +[\p{L}…]/u.test(text) || /^[\p{Lu}…][^<>]*\p{L}[.!?]$/u.test(text)
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && text.trim() !== 'Lanyard'
}

function escaped(text: string): string {
  return text.replace(/[`\\]|\$\{/g, '\\$&')
}

function nodesIn(value: unknown): Node[] {
  return [value]
    .flat()
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each)
}

function elementName(node: Node): string {
  return node.type === 'JSXElement' ? nameOf((node.openingElement as Node).name) : ''
}

function nameOf(node: unknown): string {
  return (node as { name?: string } | undefined)?.name ?? ''
}

function jsxText(text: string): string {
  const lines = text.split(/\r?\n/)
  return lines
    .map((line, at) => {
      const start = at === 0 ? line : line.trimStart()
      return at === lines.length - 1 ? start : start.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
}
