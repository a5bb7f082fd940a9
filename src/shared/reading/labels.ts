import { boxOf, type Cell, type Span, withNextLines } from './cells.ts'
import type { Box } from './page.ts'

/**
 * The meaning of the text next to a label. `otherDate` and `otherNumber` are never suggested: a birthday, an
 * instructor's ID.
 */
export type LabelKind =
  | 'expiresAt'
  | 'issuedAt'
  | 'completedAt'
  | 'period'
  | 'otherDate'
  | 'number'
  | 'providerNumber'
  | 'otherNumber'
  | 'holderName'
  | 'title'
  | 'provider'
  | 'approvedBy'
  | 'amount'
export type Label = Span & { kind: LabelKind; cell: Cell; box: Box; isWeak: boolean }

/** In the order of precedence: an earlier one takes its words before a later one sees them. */
const patterns: readonly (readonly [LabelKind, RegExp])[] = [
  // Their "name" is not the owner's.
  [
    'title',
    /\b(?:(?:course|activity|program|class|session|offering|presentation|event|webinar) name|name of (?:the )?(?:course|activity|program|class|session|offering|event))(?![a-z])/gi,
  ],
  [
    'provider',
    /\b(?:(?:provider|sponsor|organization|institution) name|name of (?:the )?(?:provider|sponsor|organization|institution))(?![a-z])/gi,
  ],
  // Before its first word names a date.
  [
    'title',
    /(?<!\bdates?(?:\(s\))? (?:of )?)\b(?:for (?:the )?)?(?:(?:successful |satisfactory )?completion of|(?:(?:has|have|having|successfully|satisfactorily) )+completed|(?:(?:has|have|having|successfully|satisfactorily) )*(?:participated in|attended|completing))(?: the)?(?: requirements (?:for|of)(?: the)?)?(?: (?:following )?(?:nursing |continuing education |educational |online |live )*(?:course|activity|program|class|webinar))?(?: (?:entitled|titled|called))?(?![a-z])/gi,
  ],
  [
    'otherDate',
    /\b(?:date of birth|birth ?date|dob|born|(?:re)?print(?:ed)?(?: on| date)?|as of|revised|revision(?: date)?|release(?:d| date)|last updated|verified(?: on)?|verification date|report date|(?:approval|accreditation|activity|course|provider) expir(?:es|ation)(?: date)?(?: on)?|(?:approved|accredited|approval|accreditation)(?: is)?(?: valid)? (?:through|until)|original (?:issue|issuance|license|licensure)(?: date)?|first (?:issued|licensed)|initial (?:licensure|license)(?: date)?|purchased?(?: on| date)|registered on|copyright)(?![a-z])/gi,
  ],
  [
    'expiresAt',
    /\b(?:(?:recommended )?renew(?:al)?(?: by| due)?(?: date)?|expir(?:es|ed|y|ation|ing)(?: date)?(?: on| at)?|exp\b\.?(?: ?date)?|valid (?:through|thru|until|to)|good (?:through|thru|until)|current through|not valid after|void after|through|thru|valid end(?: date)?|end date)(?![a-z])/gi,
  ],
  [
    'issuedAt',
    /\b(?:(?:date (?:of )?)?issu(?:ed?|ance)(?! to)(?: date| on)?|effective(?! period)(?: date| on)?|date (?:certified|licensed|effective)|certified (?:on|since|from)|valid from|(?:certification|license|start) date)(?![a-z])/gi,
  ],
  [
    'period',
    /\b(?:(?:certification|license|effective|registration) period|valid(?:ity)?(?: period)?|term|from)(?![a-z])/gi,
  ],
  [
    'completedAt',
    /\b(?:(?:course |activity |program )?(?:completion|completed)(?: date)?(?: on)?|date(?: of)?(?: course| activity| program| class)? (?:completion|completed)|date(?:\(s\)|s)? (?:attended|earned|awarded|of (?:course|activity|program|attendance|class|event|participation|award))|(?:course|activity|program|class|event|attendance|award(?:ed)?) date(?:\(s\)|s)?|(?:awarded|earned|held|presented) on)(?![a-z])/gi,
  ],
  [
    'otherNumber',
    /\b(?:(?:instructor|preceptor|supervisor|director|employer|hospital|school|college)(?:[’']s)?(?: name| id| #| no| number)?|(?:training center|tc)(?: id| #| name| info)?|training site|(?:course|activity) (?:code|id|number|no|#)|(?:order|invoice|member|receipt|transaction|class|event|batch|form|phone|tel|telephone|fax|zip|session)(?: id| #| no| number)|phone|fax)(?![a-z])/gi,
  ],
  [
    'providerNumber',
    /\b(?:(?:(?:approved |accredited |ce broker |brn )?provider(?: approval)?|ce broker|brn|approver|accreditation|approval)(?: ?#| no| number| id| code)|cep(?: no| number)?(?=[ .:#]*\d))(?![a-z])/gi,
  ],
  [
    'number',
    /\b(?:(?:state )?(?:(?:e-?)?card|licen[sc]e|lic|certificat(?:e|ion)|cert|credential|registration|reg|candidate|customer|verification|id|rn|lpn|lvn|aprn)\.?(?: id(?: number)?| code| ?#| no| nbr| num(?:ber)?)|number(?! of)|no\.)(?![a-z])/gi,
  ],
  [
    'holderName',
    /\b(?:(?:name of )?(?:participant|licensee|attendee|student|holder|learner|recipient|card ?holder|certificant|registrant)(?:[’']s)?(?: full)?(?: name)?|(?:full |legal )?name|(?:this (?:is to )?)?(?:hereby )?certif(?:y|ies) that|hereby certif(?:y|ies)|(?:is |has been )?(?:hereby )?(?:awarded|presented|issued|granted) to|conferred (?:up)?on|be it known that)(?![a-z])/gi,
  ],
  [
    'approvedBy',
    /\b(?:approved by|accredited by|approver|approving (?:body|organization)|accreditation(?: statement)?|accrediting body)(?![a-z])/gi,
  ],
  [
    'amount',
    /\b(?:(?:(?:total |number of )?(?:(?:contact|ce|cne|credit|clock|ncpd) hours?|(?:ce |cne )?credits?|ceus?)|(?:total|number of) hours)(?: (?:awarded|earned|granted|credited))?|hours (?:awarded|earned|granted|credited)|minutes)(?![a-z])/gi,
  ],
  [
    'provider',
    /\b(?:(?:course |ce |accredited |approved |education )?provider|(?:jointly )?(?:provided|presented|offered|sponsored|awarded|conducted) by|sponsor(?:ing organization)?|organization)(?![a-z])/gi,
  ],
  [
    'title',
    /\b(?:(?:educational )?(?:course|activity|program|class|session|offering|presentation|event)(?: title)?|title(?: of (?:course|activity|program|offering|educational activity))?|(?:en)?titled|for attending)(?![a-z])/gi,
  ],
]
const weakDate = /\b(?:dated?|on|this)(?![a-z])/gi

/** The labels in a cell, in their order. */
export function labelsIn(cell: Cell): Label[] {
  const found: Label[] = []
  let rest = cell.text
  const take = (kind: LabelKind, pattern: RegExp, isWeak: boolean) => {
    rest = rest.replace(pattern, (label, start: number) => {
      const span = { start, end: start + label.length }
      found.push({ ...span, kind, cell, box: boxOf(cell, span), isWeak })
      return ' '.repeat(label.length)
    })
  }
  for (const [kind, pattern] of patterns) take(kind, pattern, false)
  take('completedAt', weakDate, true)
  return found.toSorted((a, b) => a.start - b.start)
}

const ordinaryWords =
  /^(?:course|activity|program|class|session|offering|presentation|event|provider|sponsor|organization|through|thru|from|term|valid|validity|renew(?:al)?|issue|effective|name|number|student|participant|learner|recipient|holder|minutes|credits?)$/i

/**
 * The label may be an ordinary word of a title or a name, as in "Lessons From the Field": nothing shows that a value
 * follows.
 */
export function isOrdinaryWord({ cell, start, end }: Label): boolean {
  const isFollowed = /^\s*(?:[:=#]|\(?\d)/.test(cell.text.slice(end))
  return !isFollowed && ordinaryWords.test(cell.text.slice(start, end))
}

/**
 * "is hereby granted to", "for completion of": the value follows the label, wherever the other labels of the document
 * are.
 */
export function isInSentence({ cell, start, end }: Label): boolean {
  return /\b(?:to|that|of|in|for|the|known|completed|attended|attending|entitled|titled|called)$/i.test(
    cell.text.slice(start, end),
  )
}

/** The last word of a name: "Trauma Nursing Core Course". */
export function endsName(label: Label): boolean {
  return (
    (label.kind === 'title' || label.kind === 'provider') &&
    isOpen(label) &&
    isOrdinaryWord(label) &&
    /\p{Lu}[\p{L}’'-]* $/u.test(label.cell.text.slice(0, label.start))
  )
}

/** There is only punctuation between the label and the end of its cell. */
export function isOpen({ cell, end }: Label): boolean {
  return /^[\s:.#_*()-]*$/.test(cell.text.slice(end))
}

/** Labels that begin on one line and end on the next, such as a narrow column's head. */
export function wrappedLabels(cells: readonly Cell[]): Label[] {
  return withNextLines(cells).flatMap((joined, at) => {
    const first = cells[at]?.text.length ?? 0
    return labelsIn(joined).filter(({ start, end }) => start < first && end > first)
  })
}
