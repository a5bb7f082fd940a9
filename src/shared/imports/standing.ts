import { isNothing } from './table-cells.ts'

/**
 * What the words of a table say about a record: whether a credential is held, whether a course was completed, whether a
 * row counts other rows. A cell of a column about it has to say yes in words that are known here. Anywhere else only
 * words that say no are noticed, and in a name only where they stand apart: "Failed airways" is a course.
 */

const LONGEST = 300

/** Without capitals, accents and marks. */
const wordsOf = (text: string) =>
  text
    .slice(0, LONGEST)
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const oneOf = (...lists: string[]) => `(?:${lists.join('|')})`

const over = 'expired|lapsed|vencid[oa]|caducad[oa]|expirad[oa]|former(?:ly)?|previous(?:ly)?'
const ended =
  'refund\\w*(?: requested)?|returned|void|reembolsad[oa]|missing (?:cert\\w*|card|proof)|disputed|surrender(?:ed)?|revo[kc]\\w*|suspended|retired|cancel\\w*|voided|null and void|relinquish\\w*|terminated|deactivated|decertified|forfeit\\w*|discontinued|delinquent|overdue|past due|denied|rejected|refused|disqualified|superseded|gave up|given up|let (?:it |this |that |this one )?(?:go|lapse|expire)|turned (?:it )?in|handed (?:it )?in|gave back|any ?more|revocad[oa]|suspendid[oa]|anulad[oa]|rechazad[oa]|denegad[oa]|jubilad[oa]|cancelad[oa]|retirad[oa]'
const notYet =
  'pending|applied|applying|applicant|in process|in progress|not started|eligible|tb[da]|scheduled|enrolled|registered for|planned|planning (?:to|on)|wait ?list\\w*|on hold|awaiting|waiting|under review|upcoming|tentative|to be (?:taken|completed|done)|will (?:take|attend|complete|finish|do|sit)|going to|want to|plan to|hope to|need to (?:take|finish|complete|retake)|re ?tak(?:e|ing)(?: needed)?|taking(?: (?:it|class|course|exam))?|studying(?: for)?|working on|in training|pendiente|en (?:proceso|tramite|curso)|por (?:tomar|terminar|completar)|inscrit[oa]|programad[oa]|solicitad[oa]|planead[oa]|planificad[oa]|elegible|lista de espera'
const notDone =
  'dnf|failed|flunked|withdr(?:ew|awn|aw)|no ?show(?:ed)?|absent|missed|dropped(?: out)?|abandoned|postponed|rescheduled|deferred|partial(?:ly)?(?: complet\\w*)?|(?:registered|enrolled|signed up|started|audited) only|failed (?:the )?(?:post ?test|test|quiz|exam)|half(?:way)? done|halfway|left (?:early|after|at|before)\\b.*|ran out of time|quit (?:after|at|before|in)\\b.*|stopped|skipped|waived|bailed|expelled|reprobad[oa]|ausente|abandonad[oa]|suspens[oa]'
const notOwn =
  'duplicate[sd]?|duplicad[oa]|do not (?:use|count|import)|dont (?:use|count|import)|not mine|(?:someone|somebody) elses?|wrong (?:person|nurse|one)|belongs to \\w+|my (?:sister|brother|husband|wife|mother|mom|father|friend|coworker|colleague|roommate)\\w*|ignore|disregard|double entry|entered (?:by mistake|in error|twice)|no es mi[oa]|ya no(?: \\w+)*|no longer(?: \\w+)*|never (?:used|went|got|\\w+ed)|i (?:quit|was|am|did|had|need|will|got|left|could|cannot|still|never|must|forgot)\\b.*'
/** "Not completed", "never took it", "sin terminar". */
const negated =
  '(?:not|no|never|no longer|didnt|did not|does not|doesnt|has not|hasnt|have not|havent|was not|wasnt|isnt|is not|cannot|cant|could not|couldnt|non|sin|ya no|nunca) (?:complet|finish|pass|attend|start|done|tak|took|receiv|earn|award|eligib|valid|curr|activ|held|hold|have|renew|issu|mine|yet|need|requir|count|certif|licen|credit|show|accept|approv|verif|termin|aprob|vigen|asist|renov|inici|go|went)\\w*'
const unfinished =
  'un(?:finish|complet|attend|pass|verif|certif|licen|success|satisf|accept)\\w*|in(?:complet|elig|valid|activ|conclus)\\w*'

/** Words that say no wherever they stand apart. */
const strong = oneOf(over, ended, notYet, notDone, notOwn, negated, unfinished)
/** Words that say no alone only: "(exam)". "Bone density test" is a course. */
const weak = oneOf(
  strong,
  '(?:\\w+ )?(?:exam|voucher|application|registration)(?: \\w+)?|nclex|candidate|planning|quit|old|registered|submitted|assigned|started|begun|requested|invited|proposed|future|goal|wish ?list|to ?do|need(?:s|ed)?|due|renewing|processing|closed|void|null|restricted|probation|encumbered|dup|dupe|copy|sample|example|demo|dummy|placeholder|template|test|fake|practice|deleted?|removed?|error|mistake|wrong|audit(?:ed|ing)?|exempt|never',
  'ejemplo|muestra|prueba|solicitud(?: \\w+)?|aspirante|examen|asignad[oa]|borrad[oa]',
)
const front = oneOf(
  negated,
  'unfinished|copy of|(?:sample|demo|dummy|test) (?:course|class|row|entry|record|title|licen[cs]e|certification)|(?:my )?example|do not use|wait ?listed|planned|cancell?ed|curso de ejemplo|ejemplo de',
)
const links =
  'it|on|by|in|to|before|while|when|due|since|until|exam|class|course|test|attempt|for|at|from|after|because|the|\\d+'

const says = {
  // More of them could be divided in too many ways.
  whole: new RegExp(`^${weak}(?: ${weak}){0,2}$`),
  beginning: new RegExp(`^${front}\\b`),
  end: new RegExp(`\\b${strong}$`),
  linked: new RegExp(`^(?:${negated}|${unfinished}|${strong} (?:${links}))\\b`),
  anywhere: new RegExp(`\\b${strong}\\b`),
  head: new RegExp(`^(?:date |is |was |fecha )?${strong}(?: (?:on|date|at|el))?$`),
  /** A remark of the owner, not a part of a title: "needs evaluation", "certificate never came". */
  remark:
    /^(?!.*\b(?:what|how|why|who|you|your|we|our)\b).*\b(?:i|was|were|did|didnt|had|came|got|needs?|to be|wont|cant|yet)\b/,
  over: new RegExp(`^(?:${over}|old|and|y| )+$`),
  no: /^(?:n|no|none|false|0|na|never)?$/,
}

/** The parts of a text that stand apart: in brackets, behind a dash, a colon or a comma. */
const partsOf = (text: string) =>
  text
    .slice(0, LONGEST)
    .split(/[()[\]{}:;,!*|–—]|\s[-/]\s|\s-|-\s|\n/)
    .map((part) => part.trim())
    .filter(Boolean)

/** The part of a name or a title that says that it is not held, not completed or no record; `null` if none does. */
export function doubtInName(text: string): string | null {
  const [main = '', ...parts] = partsOf(text)
  const isDoubt = (part: string, ...kinds: (keyof typeof says)[]) =>
    kinds.some((kind) => says[kind].test(wordsOf(part)))
  if (isDoubt(main, 'whole', 'beginning', 'end')) return main
  return parts.find((part) => isDoubt(part, 'whole', 'linked', 'end', 'remark')) ?? null
}

/** "#RN", "// Sepsis", "Stroke???": a row that was marked, as it does not count or is not sure. */
export const isMarked = (text: string) => /\?{2}|^\s*(?:#\s*\p{L}|\/\/|--|\*)/u.test(text) && !isNothing(text)

/** The sentence of a note that says so. */
export function doubtInNote(text: string): string | null {
  const sentences = text.slice(0, LONGEST).split(/[.;\n]\s|[;\n]/)
  return (
    sentences
      .find((sentence) => says.anywhere.test(wordsOf(sentence).replace(/\bnot expired\b/g, 'current')))
      ?.trim() ?? null
  )
}

/** "Expired" says no more than a date in the past. */
export const isOver = (text: string) => says.over.test(wordsOf(text))

const setOf = (words: string) => new Set(words.split('|'))
const sums = setOf(
  'total|totals|subtotal|excess|tot|sum|suma|tally|ytd|average|avg|mean|promedio|balance|saldo|cumulative|acumulado|acumuladas|overall|count|shortfall|remaining|remainder|restante|restantes|faltan|falta|faltantes|needed|need|required|requirement|requirements|requeridas|necesarias|owe|owed|left|outstanding|carry|carried|carryover|brought|goal|target|minimum|maximum|net|gross|all|earned|completed|completadas|still',
)
const amounts = setOf(
  'hour|hours|hr|hrs|horas|ce|ces|ceu|ceus|cme|cmes|cne|credit|credits|creditos|units|minutes|points',
)
const counted = setOf(
  'sub|grand|running|per|year|annual|cycle|renewal|period|date|this|last|so|far|over|forward|from|for|of|the|and|page|monthly|weekly|quarterly|quarter|month|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|contacto|contact|course|courses|class|classes|cursos|license|licenses|licencias|cert|certs|certification|certifications|certificaciones|credential|credentials|card|cards|record|records|row|rows|entries|short|due|done|go|earn|general|desde|por|todas|todos|los|las',
)

/**
 * "Grand total", "Hours needed": a row that counts other rows has only words of counting. "Total knee replacement" is
 * a course.
 */
export function isSum(text: string): boolean {
  // Of a part of the rows: "Grand total of cardiology".
  if (/^(?:grand total|sub ?total|all other)\b/.test(wordsOf(text))) return true
  const words = wordsOf(text).split(' ')
  const isCounting = (word: string) =>
    sums.has(word) || amounts.has(word) || counted.has(word) || /^(?:\d+|[a-z]{1,2}|q[1-4])$/.test(word)
  const saysCount = words.some((word) => sums.has(word) || (amounts.has(word) && words.length > 1))
  return words.length <= 12 && saysCount && words.every(isCounting)
}

/** Words of a title that says nothing about the rows below it. */
const titles = setOf(
  'license|licenses|licensure|certification|certifications|cert|certs|certificate|certificates|credential|credentials|card|cards|course|courses|class|classes|training|trainings|education|continuing|ce|ces|ceu|ceus|cne|cme|credit|credits|contact|hours|log|list|record|records|report|transcript|tracker|history|summary|sheet|table|my|all|other|state|national|board|nursing|nurse|nurses|rn|lpn|lvn|aprn|professional|and|of|the|for|by|in|from|to|as|today|date|year|cycle|period|page|printed|exported|generated|active|current|currently|held|valid|done|completed|complete|finished|taken|passed|earned|renewed|licencia|licencias|certificaciones|certificacion|credenciales|cursos|curso|horas|mis|mi|de|del|y|educacion|continua|activa|activas|vigente|vigentes|completado|completados|completada|completadas|hecho|hechos|terminado|terminados|required|mandatory|live|online|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec',
)
const isTitleWord = (word: string) => titles.has(word) || /^(?:\d+|q[1-4])$/.test(word)

/** "CERTIFICATIONS", "Completed 2026": the rows below count as they stand. */
export const isPlainTitle = (text: string) => wordsOf(text).split(' ').every(isTitleWord)

/** The title of a whole sheet, which may name its owner as well: "Ann Lee - my licenses". */
export function isOwnTitle(text: string): boolean {
  const words = text.split(/[^\p{L}\d'’.]+/u).filter(Boolean)
  const isSaid = (word: string) => isTitleWord(wordsOf(word))
  const isName = (word: string) => /^\p{Lu}\p{Ll}*(?:['’.]\p{Lu}?\p{Ll}*)?$/u.test(word)
  const isNo = doubtInNote(text) !== null || doubtInName(text) !== null || isAdverse(text)
  return !isNo && words.every((word) => isSaid(word) || isName(word))
}

const adverse =
  /\b(?:disciplin\w*|encumb\w*|restrict\w*|probation\w*|complaints?|sanctions?|board actions?|orders?|temp|temporary|deleted?|conditions?|limitations?|supervis\w*|suspended|inactive|revoked|temporal|restricciones)\b/

/** "Discipline", "Encumbered?", "Suspended until": no in such a column is good. */
export const isAdverse = (head: string) => adverse.test(wordsOf(head)) || isOpposite(head)

/** A cell that says that there is none: "No", "None on file". */
export const saysNone = (cell: string) =>
  says.no.test(wordsOf(cell)) ||
  /^(?:no|none)\b(?: (?:board|discipline|disciplinary|public|actions?|orders?|on|file|record|reported|found|restrictions?))+$/.test(
    wordsOf(cell),
  )

/** Words of remarks that change nothing about a credential. */
const harmless = setOf(
  'online|webinar|free|self|study|at|work|renewed|renew|paid|pay|copy|in|on|drive|google|dropbox|binder|folder|the|a|my|and|of|for|with|by|to|is|it|was|wallet|card|cards|ecard|printed|saved|scanned|uploaded|original|pdf|file|filed|email|emailed|employer|reimbursed|hospital|hr|see|good|primary|home|main|current|active|state|license|certification|board|website|site|portal|fee|cost|receipt|certificate|attached|en|linea|gratis|pagado|pagada|renovada|renovado|copia|trabajo|el|la|mi|del|renovacion|early|standing|then|print|took|taken|done|via|zoom|class|compact|multistate',
)
export const isHarmlessNote = (text: string) =>
  wordsOf(text)
    .replace(/\bnot expired\b/g, 'current')
    .split(' ')
    .every((word) => harmless.has(word) || /^(?:19|20)\d\d$/.test(word))

/** What a remark says about how much of a course counts, or whose it is. */
const remark =
  /\d\s*(?:%|h\b|hrs?\b|hours?|horas?|cred|ces?\b|ceus?\b|min)|\b(?:only|half|partial|should|wrong|fix|refund|declined|to do|todo|no (?:ce|credits?|hours?)|without|except|coworkers?|someone|somebody|husband|wife|sister|brother|his|hers|daughter|son|friend|boss|mom|mother|dad|father|to follow|actually|instead|per (?:the )?cert\w*|same as|dup|did (?:this|it)|delete|memory|not|never|didnt|forgot|unsure|guess|maybe|check|lost|missing|repeat|again|twice|no (?:lo|la)|falta\w*|mitad|solo|corregir)\b/i

export const doubtInRemark = (text: string) =>
  remark.test(text.slice(0, LONGEST).replace(/['’]/g, '')) || /^\p{Lu}\p{Ll}+['’]s$/u.test(text) ? text : null

const yes =
  'yes|y|true|x|ok|si|s|1|active|activa|activo|current|clear|good|standing|unencumbered|unrestricted|valid|valida|valido|vigente|full'
const yesWords = {
  credential: setOf(
    `${yes}|licensed|registered|verified|issued|renewed|certified|granted|held|complete|completed|compliant|met|pass|passed|p|aprobada|aprobado|multistate|renovada|renovado|emitida|certificada|certificado`,
  ),
  course: setOf(
    `${yes}|complete|completed|posted|done|passed|pass|p|approved|attended|present|finished|earned|awarded|received|satisfied|satisfactory|met|completa|completo|completada|completado|aprobada|aprobado|terminada|terminado|asistio|presente`,
  ),
}
/** Words beside those that change nothing: "Completed late", "Active - no discipline". */
const besides = setOf(
  'status|license|licence|rn|lpn|in|on|the|and|of|is|it|has|was|time|with|state|single|multi|record|course|credit|credits|certificate|late|ahead|early|e|en|a|la|el',
)

export type About = keyof typeof yesWords

/** The share of a course that was done or passed, in percent: 95%, 18/20, 3 of 6 modules, 88. NaN for other texts. */
function shareIn(cell: string): number {
  const [, part, of, percent, points] =
    cell.match(
      /^\s*(?:(\d{1,3}(?:\.\d+)?)\s*(?:\/|of\b|de\b)\s*(\d{1,3})\b|(\d{1,3}(?:\.\d+)?)\s*%|(\d{2,3})\s*$)/i,
    ) ?? []
  return part === undefined ? Number(percent ?? points ?? Number.NaN) : (Number(part) / Number(of)) * 100
}

const PASSING = 70
const isProgress = (head: string) => /progress|complet|avance|progreso/i.test(head)

/**
 * Whether a cell of a column about it says that a credential is held, or a course completed; `null` if it says nothing.
 * In a column that is named by the opposite, such as "Revoked" or "Withdrawn on", anything but no says so.
 */
export function saysYes(cell: string, head: string, about: About): boolean | null {
  const words = wordsOf(cell)
  if (isOpposite(head)) return says.no.test(words)
  if (isNothing(cell) && !says.whole.test(words) && words !== 'in process') return null
  if (/^[✓✔☑✅]/u.test(cell)) return true
  const share = about === 'course' ? shareIn(cell) : Number.NaN
  if (!Number.isNaN(share)) return share >= (isProgress(head) ? 100 : PASSING)
  if (about === 'course' && /^[abc][+-]?$/i.test(cell)) return true
  const list = words
    .replace(
      /\bno (?:discipline|disciplinary action|action)\b|\bnot (?:expired|required|overdue)\b|\brenewal due\b|\bexpiring soon\b|\btoca renovar\b|\bpor vencer\b/g,
      'ok',
    )
    .split(' ')
  const isYes = (word: string) => yesWords[about].has(word)
  return list.some(isYes) && list.every((word) => isYes(word) || besides.has(word))
}

/** "Revoked", "Withdrawn?", "Date surrendered". */
export const isOpposite = (head: string) => says.head.test(wordsOf(head))

const common = /^(?:\w|\d*|yes|no|si|ok|true|false|na|none|full|old|good|multistate)$/

/** Whether a column with this cell is about it, whatever it is called. Words such as yes are in too many columns. */
export function isStanding(cell: string, about: About): boolean {
  const words = wordsOf(cell)
  if (words.length > 40 || common.test(words) || /\d/.test(words)) return false
  return saysYes(cell, '', about) === true || (says.whole.test(words) && says.anywhere.test(words))
}
