import { msg } from '#shared/i18n/translate.ts'
import { type ColumnRule, type Columns, guessUses, mostly, plainName, unusedCells } from './column-guess.ts'
import { findCertificationIn, findRoleIn, readState } from './credential-match.ts'
import { headWords } from './head-words.ts'
import { isAdverse, saysNone } from './standing.ts'
import { standingColumns } from './standing-columns.ts'
import { daysIn, isDateLike, isMonth, isNever, isNothing } from './table-cells.ts'

/** What a column of a table of credentials can contain, with the name shown to a person. */
export const credentialUses = {
  name: msg`Name of the credential`,
  type: msg`License type`,
  state: msg`State`,
  number: msg`Number`,
  issuer: msg`Issued by`,
  issuedAt: msg`Issued on`,
  expiresAt: msg`Expires on`,
  newExpiresAt: msg`New expiration date`,
  neverExpires: msg`Never expires`,
  renewalCycle: msg`Renewed every (years)`,
  multistate: msg`Multistate`,
  status: msg`Whether you hold it`,
  tags: msg`Tags`,
  notes: msg`Notes`,
  kind: msg`License or certification`,
} as const
export type CredentialUse = keyof typeof credentialUses

const person =
  /\b(?:first|last|middle|maiden|full|sur|given|preferred|legal|family) ?name\b|\b(?:licensee|nurse|employee|staff|holder|applicant|registrant|member|learner|student|attendee|participant|person|user|clinician|caregiver|candidate|worker|traveler)(?:['’]?s)?\b.*\bname\b|^(?:licensee|nurse|employee|holder|learner|participant|attendee|clinician|surname|staff|traveler|candidate|first|last|middle)$|^name (?:on|as on) |\bnombre (?:completo|de la)\b|apellido/

/** The column that names the person, so that several persons in a table are noticed; negative without one. */
export const personColumn = (header: readonly string[]) =>
  header.findIndex((name) => person.test(plainName(name)))

/** Columns that never hold something of the credential itself. */
const unrelated =
  /birth|\bdob\b|\bborn\b|\bhired?\b|phone|\btel\b|\bfax\b|e-?mail|\bzip|postal|\bssn\b|social sec|street|address|\baddr|\bcity\b|county|\bcost\b|price|\bfee\b|score|grade|upload|\burl\b|\blink\b|remind|verif|\bchecked\b|printed|report date|\bas of\b|creat|updat|modif|\badded\b|\bentered\b|\bdays\b|\bstatus\b|\brequired\b|\bnpi\b|\bdea\b|ncsbn|badge|position|department|facility|gender|\bage\b|archiv|timestamp|\bauto ?renew/

const not = (more?: RegExp) =>
  new RegExp([person, unrelated, ...(more ? [more] : [])].map(({ source }) => source).join('|'))

const holdsDates = (values: readonly string[]) =>
  mostly(
    values.filter((value) => !isNothing(value)),
    (value) => isDateLike(value) || isMonth(value) || isNever(value) || /^[\d#]+$/.test(value),
  )

/** 1, 2, 3 or 0, 1, 2: the rows are numbered. */
const countsRows = (values: readonly string[]) =>
  values.length > 0 &&
  values.every((value, at) => Number(value) === at + Number(values[0]) && Number(values[0]) <= 1)

const named = (value: string) =>
  findCertificationIn(value) !== null ||
  findRoleIn(value) !== null ||
  /licen[cs]|certif|\bcard\b/i.test(value)

/** "O’Brien, Ann, RN". */
const isPersonAndTitle = /^\p{Lu}[\p{L}'’-]+, ?\p{Lu}\p{Ll}+/u

/** "Name" is a person's name as often as a credential's. */
function namesCredentials(
  values: readonly string[],
  { name, names }: { name: string; names: readonly string[] },
) {
  if (!/^(?:full )?(?:name|nombre)$/.test(name)) return true
  if (values.some((value) => isPersonAndTitle.test(value) && readState(value).state === null)) return false
  if (values.some(named)) return !values.every((value) => value === values[0]) || values.length === 1
  const isPerson =
    values.some((value) => /^\p{Lu}[\p{L}'’-]+, ?\p{Lu}/u.test(value)) ||
    (values.length > 1 && new Set(values).size === 1)
  return (
    !isPerson &&
    !names.some((other) => /^(?:credential|certification|certificate|licen[cs]e)|licen[cs]e type/.test(other))
  )
}

/** A column “License” holds numbers as often as names. */
const bareName = /^(?:licen[cs]e|lic|certificate|certification|credential|licencia)s?$/
const isNumberOnly = (value: string) =>
  /\d/.test(value) && !/\s.*\s/.test(value) && !named(value) && !isDateLike(value)

const isKind = (value: string) =>
  /^(?:(?:state|professional|nursing|board|medical) )*(?:licen[cs]e|licensure|certificat(?:e|ion)|cert|licencia|certificacion|certificación)s?$/i.test(
    value,
  )

/** Days on which something else than the credential ends or is due. */
const otherEnd =
  /\bc[en]?e(?:us?|s)?\b|\bfees?\b|\bhours?\b|\bhrs?\b|\bhoras?\b|education|payment|\bpago\b|cuota/

const end = '(?:\\bexp(?:ir|\\b)|\\bvalid|\\bthru|\\bthrough|\\buntil|\\bends?\\b|venc)'
const endName = new RegExp(`${end}|caduc|lapses|\\bdue\\b|renewal`)
/** It replaces another expiration. */
const newEnd = new RegExp(
  `\\b(?:new|updated|revised|extended|extension|renewed|nuev[oa])\\b.*(?:${end}|\\bto$|\\bhasta$)|${end}.*\\b(?:new|updated|revised|extended|nuev[oa])\\b`,
)

const rules: readonly ColumnRule<CredentialUse>[] = [
  {
    use: 'multistate',
    words: headWords.multistate,
    names: [/multi ?-?state|multiestatal|\bcompact\b|^privilege$/],
    not: /date|compact state/,
    takesFirst: true,
  },
  {
    use: 'renewalCycle',
    names: [/renewal (?:cycle|period|years)|renewed every|se renueva cada/],
    not: not(),
    takesFirst: true,
  },
  {
    use: 'neverExpires',
    names: [/never expires|no vence|does not expire|^lifetime$/],
    not: not(),
    takesFirst: true,
  },
  {
    use: 'newExpiresAt',
    words: headWords.expiration,
    names: [newEnd],
    not: new RegExp(`${person.source}|${otherEnd.source}`),
    // Without another expiration it is the only one.
    fits: (values, { name, names }) =>
      values.length > 0 && holdsDates(values) && names.some((other) => other !== name && endName.test(other)),
  },
  {
    use: 'expiresAt',
    words: headWords.expiration,
    asks: true,
    names: [
      /\b(?:licen[cs]e|lic|credential|cert(?:ification|ificate)?|card)\b.*(?:\bexp(?:ir|\b)|\bvalid|\bthru|\bthrough|\buntil)/,
      /^(?:exp(?:ires|iry|iration)?(?: on| date)?|(?:fecha de )?vencimiento)$/,
      /\bexp(?:ir|\b)|valid (?:through|thru|until|to)|good (?:through|thru|until|for)|(?:current|renewed) (?:through|thru|until|to)|\blapses?\b|vencim|\bvence\b|caduc|expira|(?:valida|vigente) hasta/,
      /end date|renewal (?:due|date)|next renewal|renew (?:by|before|on)|^renewals?$|^renews?$|\bdue\b|termina/,
    ],
    not: not(new RegExp(`never|no vence|\\blast\\b|previous|prior|cycle|${otherEnd.source}`)),
    fits: (values, { name }) => /\bexp(?:ir|\b)|valid|venc|caduc/.test(name) || holdsDates(values),
  },
  {
    use: 'state',
    words: headWords.state,
    asks: true,
    names: [
      /\b(?:licen[cs]e|lic|issuing|registration|board|licensing)\b.*\b(?:state|jurisdiction)\b|\b(?:state|jurisdiction) (?:of|issued)|jurisdiction/,
      /^(?:us )?states?$|^(?!home ).*\bstate\b|\bestado\b|^st$/,
      /^home state$/,
    ],
    not: not(/\bhome\b(?! state$)|resid|mail|\bship|\bwork|practice|employ|multi/),
    // Beside a city it is the state of an address.
    fits: (values, { name, names }) =>
      mostly(values, (value) => readState(value).state !== null, 0.3) &&
      (name !== 'home state' || names.some((other) => /assignment|\bjob\b|contract/.test(other))) &&
      !(
        /^(?:state|st|estado)$/.test(name) &&
        names.some((other) => /\bcity\b|\bzip|postal|\baddr|\bstreet\b/.test(other))
      ),
  },
  {
    use: 'issuer',
    words: headWords.issuer,
    names: [
      /issuer|issued by|issuing|certifying|\bboard\b|organi[sz]ation|\borg\b|authority|agency|\bbody\b|emisora?\b|(?:emitida|otorgada|expedida) por|\bjunta\b|organizacion|entidad|institucion/,
      /provider|sponsor|vendor|school|training (?:center|site)|company/,
    ],
    not: not(/\bdate\b|number|#|\bno\b|\bid\b|state|jurisdiction/),
    takesFirst: true,
  },
  {
    use: 'number',
    words: headWords.number,
    asks: true,
    names: [
      /\b(?:licen[cs]e|lic|credential|cert(?:ification|ificate)?|e?card|registration)\b.*(?:number|\bnum\b|\bnbr\b|\bno\b|\bnr\b|#|\bid\b)/,
      /number|\bnum\b|\bnbr\b|\bno\b(?! vence)|\bnr\b|#|\bid\b|numero|n º/,
      bareName,
    ],
    not: not(
      /\border\b|\bcourse\b|activity|application|\brow\b|record|\bline\b|employee|student|member|user|customer|account|reference|confirm|tracking|provider|\bcep\b|hours|\bof\b.*(?:hours|days|pages)/,
    ),
    fits: (values, { name }) =>
      bareName.test(name)
        ? values.length > 0 && mostly(values, isNumberOnly, 0.8)
        : !(/^(?:#|no|nr|id|row|item)$/.test(name) && countsRows(values)),
  },
  {
    use: 'issuedAt',
    words: headWords.issue,
    names: [
      /^(?:date )?(?:of )?iss(?:ued?)?(?: date| dt| on)?$|^(?:date of issue|issue)$|fecha de (?:emision|expedicion)|^(?:emision|expedicion|expedida|emitida)$/,
      /issue|\borig(?:inal)?\b|\binitial|\bfirst (?:licen|cert|issu|regist|grant|obtain)|(?:licen[cs]ed|certified|registered|held) (?:on|since)|date (?:licen[cs]ed|certified|registered)|licensure|\bsince\b|\bgranted\b|emiti|expedid|otorgad|obtenid|\bdesde\b/,
      /effective|obtained|earned|received|awarded|got (?:it|on)|complet|^start date$|valid from|\battended\b|\btaken\b/,
      /^(?:date|fecha)$/,
    ],
    not: not(/\bexp(?:ir|\b)|\bdue\b|\bend\b|\blast\b|renew|assign|\bby$|issued by|issuing|issuer|state/),
    fits: (values, { name, names }) =>
      (/issue|emisi|expedic/.test(name) || holdsDates(values)) &&
      (!/^(?:date|fecha)$/.test(name) || names.some((other) => /\bexp(?:ir|\b)|venc|valid/.test(other))),
  },
  {
    use: 'kind',
    names: [
      /^(?:kind|category|record type|credential kind|license or certification|licencia o certificacion)$/,
      /^(?:credential )?type$|^tipo$/,
    ],
    // "State license" and "Certification" are no types of a license.
    fits: (values, { name }) =>
      !/^(?:credential )?type$|^tipo$/.test(name) || (values.length > 0 && mostly(values, isKind, 0.8)),
    takesFirst: true,
  },
  {
    use: 'type',
    words: headWords.type,
    names: [
      /licen[cs]e ?type|\blic type|type of licen|tipo de licencia/,
      /^type$|^role$|profession|credential type|licen[cs]e class|^tipo$/,
      /^(?:discipline|rank|class)$/,
    ],
    not: not(),
    fits: (values, { name }) =>
      !/^(?:discipline|rank|class)$/.test(name) ||
      (values.length > 0 && mostly(values, (value) => findRoleIn(value) !== null)),
    takesFirst: true,
  },
  { use: 'tags', names: [/\btags?\b|label|etiqueta/], takesFirst: true },
  { use: 'notes', names: [/note|comment|remark|\bnotas?\b|comentario/], takesFirst: true },
  {
    use: 'name',
    words: headWords.credentialName,
    names: [
      /^(?:credential|certification|certificate|cert|licen[cs]e|lic|course|class|training|item|requirement|document|doc)s?(?: name| title)?$|^name of (?:the )?(?:credential|certification|licen[cs]e)|^(?:nombre|t[íi]tulo|credencial|licencia|certificaci[óo]n)$/,
      /name|title|credential|certif|licen[cs]e|description|\bitem\b|nombre|t[íi]tulo|credencial|licencia/,
    ],
    not: not(/\bnumber\b|#|\bno\b|\bdate\b|compact|file/),
    fits: (values, context) =>
      namesCredentials(values, context) && (values.length === 0 || !mostly(values, isDateLike)),
    takesFirst: true,
  },
]

/** The use of each column, by its name and values. */
export function readCredentialColumns(header: readonly string[], rows: readonly (readonly string[])[]) {
  const standing = standingColumns(header, rows, 'credential')
  const names = header.map((name, at) => (standing.named.has(at) ? '' : name))
  const guess = guessUses(names, rows, rules)
  const isDoubtful = (at: number) => guess.doubts.some((doubt) => doubt.at.includes(at))
  const uses = guess.uses.map((use, at) =>
    standing.named.has(at) || (use === null && standing.holding.has(at) && !isDoubtful(at)) ? 'status' : use,
  )
  const isKnown = (use: CredentialUse) =>
    uses.includes(use) || guess.doubts.some((doubt) => doubt.use === use)
  // A column of dates that says nothing else may be the expiration, or the day of issue.
  const use = isKnown('expiresAt') ? 'issuedAt' : 'expiresAt'
  const other = use === 'expiresAt' ? notEnd : notStart
  const dates = header.flatMap((name, at) =>
    uses[at] === null && !isDoubtful(at) && !other.test(plainName(name)) && hasDates(rows, at) ? [at] : [],
  )
  const asks = dates.length > 0 && !isKnown(use)
  return { uses, doubts: asks ? [...guess.doubts, { use, at: dates } as const] : guess.doubts }
}

const holdsDate = (value: string) => isDateLike(value) || daysIn(value).length > 0

const notEnd = not(
  new RegExp(
    `\\blast\\b(?! day)|previous|prior|verif|renewed(?! (?:through|thru|until|to))|${otherEnd.source}`,
  ),
)
const notStart = new RegExp(
  `${notEnd.source}|${endName.source}|renew|next|\\bpaid\\b|grace|remin|eligib|member`,
)

/** "Renewal Date", "Card Exp". */
export const isEndName = (head: string) => endName.test(plainName(head))

/** A column whose dates are not those of the credential. */
export const isOtherDate = (head: string) => {
  const name = plainName(head)
  return (
    (notEnd.test(name) && !/renew/.test(name)) ||
    /grace|remin/.test(name) ||
    findCertificationIn(name) !== null
  )
}

/** Columns beside a credential whose texts change nothing. */
const besides =
  /hospital|employer|\blocation|\bsite\b|\bunit\b|specialty|country|\bid\b|\bcode\b|period|focus|website|login|portal|home|resid|mailing|profile|report|cycle|hours|\bce\b|days|\bpaid\b|\bitem\b|\brow\b|required|\bstate\b|\bin$|^how$|method|basis|^more$|\bfiles?\b|attachment|^(?:full )?(?:name|nombre)$/

/**
 * A cell that no column is for, and that may change what the row says: "Board action: Yes". Dates and numbers are none,
 * unless the name of the column is that of a fault.
 */
export function strangeCell(cells: readonly string[], columns: Columns): string | null {
  for (const { head, cell } of unusedCells(cells, columns)) {
    const name = plainName(head)
    const text = head === '' ? cell : `${head}: ${cell}`
    if (isAdverse(name)) {
      if (!saysNone(cell)) return text
    } else if (person.test(name) || unrelated.test(name) || besides.test(name)) continue
    else if (!saysNothing(cell)) return text
  }
  return null
}

/** A date, a number, "Provider" as the level of a card, or "No discipline". */
const saysNothing = (cell: string) =>
  holdsDate(cell) ||
  isMonth(cell) ||
  /^(?:[\d\s.,/#:-]+|\p{L}{0,4}[-. ]?\d[\d\p{L}.-]*|provider)$/iu.test(cell) ||
  (/\s/.test(cell) && saysNone(cell))

function hasDates(rows: readonly (readonly string[])[], at: number): boolean {
  const values = rows.slice(0, 200).flatMap((cells) => (cells[at] ? [cells[at]] : []))
  return values.length > 0 && mostly(values, holdsDate)
}

export const guessCredentialColumns = (
  header: readonly string[],
  rows: readonly (readonly string[])[] = [],
) => readCredentialColumns(header, rows).uses
