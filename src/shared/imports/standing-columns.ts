import { mostly, plainName } from './column-guess.ts'
import { type About, isOpposite, isStanding } from './standing.ts'
import { daysIn, isDateLike, isMonth } from './table-cells.ts'

const LOOKED_AT = 200

/** Names of columns that say whether a record counts. */
const heads: Record<About, RegExp> = {
  credential:
    /\bstatus\b|\bstanding\b|disposition|^(?:is )?(?:active|current|valid|held|in force|vigente|activ[oa])\W*$|estatus|situacion|vigencia/,
  course:
    /\bstatus\b|\bstanding\b|disposition|\bresults?\b|outcome|\bgrade\b|\bscore\b|\bpass(?:ed)?\b|\bfail|progress|attendance|^(?:attended|present|state|mark|percent|%)\W*$|% complete|percent complete|^(?:is )?(?:complete|completed|finished|done|earned|received|taken)\W*$|(?:certificate|\bcert|credit|proof) ?(?:received|earned|issued|awarded|granted|obtained|given|in hand)|^completion$|^finalizacion$|completion (?:state|flag)|estatus|situacion|resultado|calificacion|^nota final|asistencia|^(?:aprobad|completad|complet|terminad)[oa]\W*$/,
}
/** Names of columns that say so with yes or no. */
const questions: Record<About, RegExp> = {
  credential: /\b(?:held|hold|have|active|current|valid|still|keep|mine|permanent|practicing|vigente)\b/,
  course:
    /finish|complet|attend|pass|certificate|\bcert\b|\bearn|receiv|\bdone\b|\btook\b|\btaken\b|present|termin|aprob|asist/,
}
const isYesOrNo = (value: string) => /^(?:y|n|yes|no|s[íi]|true|false)$/i.test(value)

/** The standing of something else. */
const others =
  /payment|\bpaid\b|\bfee\b|invoice|compact|multi ?state|disciplin|previous|prior|\blast\b|e-?mail|employ|reimburs|upload|background|renewal|audit|\bsync|marital|civil|reminder|required|verif|vaccin|\bnotes?\b|comment|remark|pass ?(?:word|port)|evaluation/

/** Names that are those of columns of dates, or values, as often. */
const needsValues =
  /^(?:is )?(?:active|current|valid|held|present|done|activ[oa]|vigente)\W*$|complet|finish|done|received|earned|taken|attended|issued|terminad|fecha|date|expir|\bon$/

/** The columns that say whether a record counts: by their name, or by what they hold. */
export function standingColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  about: About,
): { named: Set<number>; holding: Set<number> } {
  const named = new Set<number>()
  const holding = new Set<number>()
  for (const [at, head] of header.entries()) {
    const name = plainName(head)
    const values = rows.slice(0, LOOKED_AT).flatMap((cells) => (cells[at]?.trim() ? [cells[at].trim()] : []))
    if (others.test(name) || (values.length === 0 && !/stat/.test(name) && needsValues.test(name))) continue
    const hold = (is: (value: string) => boolean) => values.length > 0 && mostly(values, is)
    const hasDates = hold((value) => isDateLike(value) || isMonth(value) || daysIn(value).length > 0)
    const isEnd = hasDates && /expired|vencid|lapsed|enrolled|assigned|registered|started/.test(name)
    const isAsked = !/\bnot?\b/.test(name) && questions[about].test(name) && hold(isYesOrNo)
    const isNamed = isOpposite(name) ? !isEnd : isAsked || (heads[about].test(name) && !hasDates)
    if (isNamed) named.add(at)
    else if (!hasDates && values.some((value) => isStanding(value, about))) holding.add(at)
  }
  return { named, holding }
}
