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

const courseWord =
  '(?:course|activity|program|class|session|offering|presentation|event|webinar|seminar|workshop|module|article)'
const numberWord = '(?: ?#|(?: id| identification)?[ .](?:nos?\\b|nbr|num(?:bers?)?|code)| id)'
const otherVerbs =
  '(?:attended|completing|attending|participated in|participating in|taken part in|took part in|finished|viewed|met the objectives of|passed the (?:post-?test|exam(?:ination)?|test) (?:for|of|on)|passed)'
const verbs = `(?:completed|${otherVerbs})`
const which =
  '(?: the)?(?: requirements (?:for|of)(?: the)?)?(?: (?:following )?(?:[a-z]+ ){0,4}?(?:course|activity|program|class|webinar|seminar|workshop|offering|session|presentation|module|training|conference|in-?service)(?! of| in| for| on))?(?:,? (?:entitled|titled|called))?'

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const aDate = `(?:${month}[a-z]*\\.? \\d|\\d{1,2}[/-]\\d)`
const dateAhead = `(?= (?:on )?${aDate})`

/** Whole words, in small or capital letters. */
const words = (...sources: string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${sources.join('|')})(?:(?<=#)|(?![\\p{L}]))`, 'giu')

/** In the order of precedence: an earlier one takes its words before a later one sees them. */
export const wordings: readonly (readonly [LabelKind, RegExp])[] = [
  ['holderName', words('certificate of \\p{L}+ (?:for|to)(?= \\p{Lu})')],
  // The head of a column.
  ['number', words('^(?:credential|licen[sc]e)(?=\\W*$)')],
  // "Passed" above a date, or before it, names no title.
  [
    'completedAt',
    words(
      '^(?:date )?(?:completed|attended|passed|finished|viewed|watched)(?: live| online| on demand)?(?=\\W*$)',
      `(?:finished|passed|attended)${dateAhead}`,
    ),
  ],
  // Their "name" is not the owner's.
  [
    'title',
    words(
      `(?:(?:educational )?${courseWord}|topic) name`,
      `name of (?:the )?${courseWord}`,
      'nombre del (?:curso|programa)',
    ),
  ],
  [
    'provider',
    words(
      '(?:provider|sponsor|organization|institution|facility|agency|company) name',
      'name of (?:the )?(?:provider|sponsor|organization|institution|facility|agency)',
    ),
  ],
  ['otherNumber', words('nombre del (?:centro(?: de entrenamiento)?|instructor)')],
  // Not the number of the activity alone.
  ['providerNumber', words("approver[’']s (?:activity )?(?:number|no\\.|#)")],
  // Before its first word names a date.
  [
    'title',
    words(
      `(?<!dates?(?:\\(s\\))? (?:of )?)(?:for (?:the |his |her |their |your )?)?(?:successful |satisfactory )?completion of${which}`,
      `(?:(?:has|have|having|successfully|satisfactorily) )+${verbs}${which}`,
      `(?:for )?(?<!dates?(?:\\(s\\))? )${otherVerbs}${which}`,
      `(?:(?:has|have|having) )?(?:successfully )?(?:fulfilled|met|satisfied) (?:all )?(?:of )?(?:the )?requirements (?:of|for)${which}`,
      `for (?:your |his |her |their )?(?:participation in|attendance (?:at|of))${which}`,
      'completó(?: (?:con éxito|satisfactoriamente))?(?: (?:la|el))?(?: (?:curso|taller|programa|seminario|actividad))?(?: educativ[oa])?',
      '(?:contact hours?|credits?)(?: of (?:continuing )?(?:nursing )?(?:education|instruction|credit))? in(?= \\p{Lu})',
      'por haber (?:completado|asistido|participado)(?: satisfactoriamente)?(?: (?:al?|en))?(?: (?:el|la|al))?(?: (?:curso|taller|programa|seminario|actividad))?(?: educativ[oa])?(?: titulad[oa])?',
      'ha completado(?: (?:con éxito|satisfactoriamente))?(?: el curso)?',
    ),
  ],
  [
    'otherDate',
    words(
      'date of birth',
      'birth ?date',
      'dob',
      'born',
      '(?:re)?print(?:ed)?(?: on| date)?',
      'as of',
      '(?:late (?:fees?|renewals?|charges?)|grace period|reinstatement|inactive)(?: [a-z]+){0,4}? (?:after|from|until|through|ends?|by)(?: on)?',
      '(?:former|previous|prior|old) (?:licen[sc]e )?expir(?:y|ation)(?: date)?',
      '(?:last|latest|most recent|date of(?: last)?) renewal(?: date)?|(?:last )?renewed(?: on)?(?! (?:by|before|until))',
      '(?<!-)(?:reported|submitted) (?:to (?:the )?(?:ce broker|board(?: of nursing)?|state)(?: on)?|on)',
      '(?:graduat(?:ed|ion)|hired?)(?: on| date)?|date of hire',
      `(?:ordered|placed|requested)${dateAhead}|order date`,
      `evaluations? (?:closed?|due)(?: on)?`,
      'approval (?:period|dates?)|(?:date|report(?:ing)?) (?:range|period)',
      'revised',
      'revision(?: date)?',
      `(?:${courseWord} )?release(?:d| date)?`,
      '(?:last )?(?:updated|reviewed|modified)(?: on)?',
      'verified(?: on)?',
      '(?:verification|report|query|search) date',
      '(?:made|generated|created|produced|signed|sent|recorded)(?: on)',
      `(?:approval|approved|accreditation|activity|course|provider|program|offer|credit|content|termination|sunset)(?: (?:period|offer))? (?:expir(?:es|ation)|ends?|valid|termination)(?: date)?(?: on| until| through)?`,
      '(?:date of )?expiration of (?:the |this )?(?:course|activity|approval|credit|offer)',
      '(?:approved|accredited|approval|accreditation|accreditation period)(?: is)?(?: valid)? (?:through|until|from)',
      '(?:through|thru|until)(?<=(?:accredited|approved|approval|accreditation|recording|available)\\b[^.;]{0,160})',
      '(?:for|available for) credit (?:through|until)',
      '(?:date of )?(?:original|first|initial)(?:ly)? (?:issued?|issuance|licen[sc]ed|licen[sc]e|licensure|certifi(?:ed|cation)|registration)(?: date| on)?',
      'originally (?:issued|licensed|certified)(?: on)?',
      'purchased?(?: on| date)?',
      `(?<!renew(?:al|ed)? )by${dateAhead}`,
      'date of (?:the |this )?letter',
      'next (?:renewal |available )?(?:class|course|session|webinar|exam|offering|event|conference|workshop)(?:es|s)?(?: \\p{L}+){0,6}',
      'regist(?:ered|ration)(?: on| date)',
      'enroll?(?:ed|ment)(?: on| date)?',
      'copyright',
      '(?:started|begun)(?: on)?',
      '(?<!renew(?:al|ed)? )(?:termination|closing|due|processed|received|mailed|evaluation|assigned) (?:date|on)|\\p{L}+ deadline',
      '^(?:assigned|due)(?=\\W*$)|(?:data )?last refreshed|next refresh(?: is)? on|available (?:until|through)',
      'aprobaci[oó]n (?:vence|expira|caduca)(?: el)?',
      '(?:entregad[oa]|impreso|nacid[oa])(?: el)?|(?:aprobad[oa]|aprobaci[oó]n)(?: (?:válid|vigente))?[oa]? hasta(?: el)?',
      '(?:ce|cycle|report(?:ing)? period|survey) (?:due|end)(?: date)?',
      '(?:current )?ce due(?: date)?',
      'fecha de nacimiento',
    ),
  ],
  [
    'expiresAt',
    words(
      '(?:current |license )?expir(?:es?|ed|y|ation|ing)(?: date)?(?: on| at)?',
      '(?:date of )?expir(?:y|ation)',
      'exp\\b\\.?(?: ?date)?',
      'good (?:through|thru|until)',
      '(?<!kept |available |watched |retained )until(?: (?:midnight|noon|\\d{1,2}(?::\\d\\d)? ?[ap]\\.?m\\.?)(?:,? (?:of|on))?)?',
      '(?:remains?|stays?|continues?|is) (?:valid|active|current|in (?:force|effect|good standing)) (?:through|thru|until)(?: (?:midnight|noon|\\d{1,2}(?::\\d\\d)? ?[ap]\\.?m\\.?)(?:,? (?:of|on))?)?',
      'current (?:through|until)',
      '(?:is )?(?:valid|effective|active) (?:through|thru|until|to)',
      'not valid after',
      'void after',
      '(?:must be |to be )?renew(?:al|ed)?(?: by| due)?(?: date)?',
      'recommended renew(?:al)?(?: by| due)?(?: date)?',
      'through',
      'thru',
      'valid end(?: date)?',
      'end date',
      '(?:válid[oa]|vigente) hasta(?: el)?',
      '(?:fecha de )?(?:vencimiento|expiraci[oó]n)',
      '(?:vence|caduca)(?: el)?',
      '(?:fecha de )?renovaci[oó]n(?: recomendada)?|renovar (?:antes del?|para|el)(?: el)?',
      're-?(?:certify|new) (?:before|by)',
      'expira(?: el)?',
      'next (?:fit |tb )?(?:test|screening|evaluation|renewal|recertification)(?: is)?(?: due)?(?: date)?',
      '(?:registered |valid |good |licensed )?(?:through|until) (?:the )?(?:last day|end) of',
    ),
  ],
  [
    'issuedAt',
    words(
      '(?:(?:date (?:of )?)?|last |latest |current )issu(?:ed?|ance)(?! to\\b(?! you on))(?: to you)?(?: date| on)?',
      'effective(?! period)(?: date| on)?',
      'date (?:certified|licensed|effective|granted)',
      'date of (?:the |this )?certificat(?:e|ion)|certificate date|(?:cycle|period|term|certification) (?:began|started|begins)(?: on)?',
      'certified (?:on|since|from)',
      `certified${dateAhead}`,
      '(?:valid|certification|licen[sc]e|registration) from',
      'granted on',
      '(?:certification|license|start) date',
      '(?:fecha de )?(?:emisi[oó]n|expedici[oó]n)|(?:emitid|expedid)[oa](?: el)?|dad[oa] en',
    ),
  ],
  [
    'period',
    words(
      '(?:certification|license|effective|registration|current|accreditation|renewal) (?:certification )?period',
      'valid(?:ity)?(?: period)?',
      'term',
      'from',
      'validity dates',
    ),
  ],
  [
    'completedAt',
    words(
      `(?:${courseWord} )?(?:completion|completed)(?: date)?(?: on)?`,
      `date(?: of)?(?: ${courseWord})? (?:completion|completed)`,
      `date(?:\\(s\\)|s)?(?: of)? (?:attended|earned|awarded|held|presented|taken|${courseWord}|training|attendance|participation|award)`,
      `(?:${courseWord}|training|attendance|participation|award(?:ed)?|in-?service) date(?:\\(s\\)|s)?`,
      `(?:held|presented|conducted|offered|given)(?= ${aDate})`,
      '(?:awarded|earned|held|presented|given|conducted|taken|passed|finished|attended) on',
      'fecha de (?:finalizaci[oó]n|terminaci[oó]n|participaci[oó]n)',
      '(?:completad|celebrad|realizad|impartid|ofrecid)[oa] el(?: día)?',
      '^(?:post-?)?(?:test|exam|quiz)(?:ination)? (?:taken|passed|completed)(?: on)?(?=\\W*$| ?:)',
      '(?:test|exam(?:ination)?|screening)(?:ed)? date|date (?:of )?(?:the )?(?:test(?:ed)?|exam(?:ination)?|screening)',
    ),
  ],
  [
    'otherNumber',
    words(
      `(?:instructor|preceptor|supervisor|director|employer|hospital|school|college|facility)(?:[’']s)?(?: name| signature|${numberWord})`,
      "(?:instructor|preceptor|supervisor|director|nurse planner|presenter|speaker|faculty|author|administrator|employer|manager|proctor|evaluator)(?:[’']s)?(?:\\(s\\)|s)?",
      '(?:hospital|school|college)(?= ?:)',
      '(?:training center|tc)(?: id| #| name| info)?',
      'training site',
      `(?:${courseWord}|order|invoice|member|employee|staff|receipt|transaction|batch|form|tracking|audit|control|confirmation|reference|file|offering|approval tracking|ce broker (?:course|tracking))${numberWord}`,
      '(?:phone|tel|telephone|fax|zip)(?: no| number)?',
      '(?:id\\.?|c[oó]digo|n[úu]m(?:ero|\\.)) (?:del centro|del? (?:la )?(?:instructor|actividad|curso|programa))(?: de entrenamiento)?',
      'ce broker (?:tracking|course tracking)(?: ?#| no| number)?',
      '(?:ncsbn|npi|dea) (?:id|no\\.|number|#)',
    ),
  ],
  [
    'providerNumber',
    words(
      `(?:(?:approved |accredited |ce broker |brn |cep |long[- ]term |ce )?provider(?: approval)?|ce broker|brn|approver|accreditation|approval)${numberWord}`,
      'cep(?: no| number| provider(?: no| number| ?#))?(?=[ .:#]*\\d)',
      'ce broker provider(?= ?[.:])',
      '(?:n[úu]m(?:ero|\\.)|no\\.) de proveedor',
      '(?:proveedor) (?:n[úu]m(?:ero|\\.)|no\\.|#)',
    ),
  ],
  [
    'number',
    words(
      `(?:state )?(?:(?:e-?)?card|licen[sc]e|lic|certificat(?:e|ion)|cert|credential|registration|reg|candidate|customer|verification|rn|lpn|lvn|aprn)\\.?(?:${numberWord}| nbr)`,
      'id(?:entification)?(?: ?#| no\\b| number| code|(?= ?:))',
      '(?:lic(?:encia)?|certificado)\\.? (?:n[úu]m(?:ero|\\.)|no\\.|#)',
      'n[úu]m(?:ero|\\.) de (?:licencia|certificado)',
      'licen[sc]e(?= [A-Z]{0,4}[ -]?\\d{4,})',
      '(?:c[oó]digo|n[úu]mero) de(?: la)? (?:e-?card|tarjeta|certificaci[oó]n)|e-?card(?= \\d{6})',
      '(?!(?:ncsbn|npi|dea|fein|ce) )[a-z]{3,6} id(?= ?:|\\W*$| \\d[\\d-]{5,}$)',
    ),
  ],
  // "Audit No.": nobody knows what it counts, but it is not the number of the license beside it.
  ['otherNumber', words('\\p{L}[\\p{L}/-]+ (?:no\\.|number(?! of)|#)')],
  ['number', words('number(?! of)', 'no\\.')],
  [
    'holderName',
    words(
      "(?:name of )?(?:participant|participante|licensee|attendee|student|holder|learner|recipient|card ?holder|certificant|registrant|employee|staff member)(?:[’']s)?(?: full)?(?: name)?",
      '(?:full |legal |printed )?name',
      'nurse(?= ?:)|^to(?=\\W*$)',
      '^(?:dear|hello|hi)(?= \\p{Lu})',
      '(?:this (?:document |certificate )?(?:is to )?)?(?:hereby )?(?:certif(?:y|ies)|acknowledges?|verif(?:y|ies)|confirms?|attests|recorded) that',
      '(?:confirms? the )?attendance of(?= \\p{Lu}|$)',
      '^(?:(?:team )?member|associate|candidate|clinician|user)(?=\\W*$|:)',
      'prepared for',
      'hereby certif(?:y|ies)',
      '(?:certificate )?(?:is |has been )?(?:hereby )?(?:awarded|awards this certificate|presented|issued|granted) to',
      'conferred (?:up)?on',
      'be it known that',
      '(?:in|hereby|proudly|pleased to) recogniz(?:es|ing|e)',
      'information for',
      'otorgado a',
      'nombre(?: del participante)?',
      'certifica(?:mos)? que|se certifica que',
      '(?:se )?otorga(?: (?:la|el) presente(?: \\p{L}+)?)? a',
      'hace constar que',
    ),
  ],
  [
    'approvedBy',
    words(
      'approved by',
      'accredited by',
      'approver',
      'approving (?:body|organization|agency)',
      'accreditation(?: statement)?',
      'accrediting (?:body|agency|organization)',
    ),
  ],
  [
    'amount',
    words(
      '(?:(?:total|number of|maximum|max|approved|available|claimed|earned|awarded) )*(?:(?:contact|ce|cne|credit|clock|ncpd|cme|cpd) hours?|(?:ce |cne |cme )?credits?|ceus?)(?: (?:awarded|earned|granted|credited|claimed|received|completed|approved|available)(?! by))?',
      '(?:total|number of) hours(?: (?:awarded|earned|granted|credited))?',
      '(?:hours|units) of (?:credit|instruction|attendance|education)',
      'hours (?:awarded|earned|granted|credited|claimed|received|completed)',
      '(?<![\\p{L}\\d] )hours(?= ?[:=]|$)',
      '^(?:(?:contact |ce |total )?hrs\\.?|ces|cnes?|units)(?=\\W*$)',
      '(?:length|duration|credit|amount)(?= ?:|$)',
      '(?:total )?minutes',
      'horas(?: de)? contacto|^(?:número de )?horas',
    ),
  ],
  [
    'provider',
    words(
      `(?:(?:${courseWord}|ce|cne|accredited|approved|educational|education|training|learning|primary|sponsoring)[ /])*(?:provider|sponsor|organization|institution|agency|facility|company)(?: name)?`,
      '(?:jointly )?(?:provided|presented|offered|sponsored|awarded|conducted|hosted|organized|issued|administered|given|granted) by',
      '(?:joint |co-?)sponsor',
      'issuing organization',
      'ofrecido por',
      '(?<!de )proveedor',
    ),
  ],
  [
    'title',
    words(
      `(?:educational )?${courseWord}(?: title| taken| completed)?`,
      `title(?: of (?:the )?(?:${courseWord}|educational activity))?`,
      '(?:en)?titled',
      'for attending',
      'topic|subject',
      'in-?service(?: title)?',
      'curso',
      'título(?: del curso)?',
      'tema',
    ),
  ],
]
export const weakDate = /(?<!\p{L})(?:dated?|fecha|on|this)(?!\p{L})/giu

/** Words of titles and names, too. */
export const ordinaryWords =
  /^(?:course|activity|program|class|session|offering|presentation|event|webinar|seminar|workshop|module|topic|subject|in-?service|nurse|employee|facility|institution|agency|faculty|director|manager|author|employer|hours|provider|sponsor|organization|through|thru|from|term|valid|validity|renew(?:al)?|issue|effective|name|number|student|participant|learner|recipient|holder|minutes|credits?)$/i
