/**
 * The words that the name of a column may have for each use. A name with another word is of something else: "Hours",
 * but not "Hours missed"; "Completion date", but not "Target completion date".
 */

const listed = (...lists: string[]) => new Set(lists.join(' ').split(/\s+/))

const small =
  'a the of my your i you it is was or and in on de del la el las los mi y e en s date dates fecha'
const credential =
  'license licenses licence lic licensure licensed licensing credential cert certs certification certificate certified card ecard registration registered rn lpn lvn aprn np nurse nursing board state professional document licencia certificacion certificado credencial enfermeria'
const activity =
  'course courses class activity program event session training conference webinar curso cursos actividad ce ceu ceus cne cme continuing education'
const many =
  'number no num # how many total earned awarded received completed claimed numero cuantas obtenidas'
const time = 'dt day time'

export const headWords = {
  expiration: listed(
    ...[small, credential, time],
    'exp expir expire expires expiry expiration expira expiracion end ends valid good current currently thru through until till to for renew renewal renewals renews renewed next due by before lapse lapses vence vencen vencimiento caduca caducidad valida vigente hasta termina new updated revised extended extension nuevo nueva',
  ),
  issue: listed(
    ...[small, credential, time],
    'issue issued iss issuance orig original initial first since held granted effective eff obtained earned received awarded got complete completed completion start valid from attended taken emision emitida emitido expedicion expedida expedido otorgada obtenida desde inicial',
  ),
  number: listed(small, credential, 'number num nbr no nr n # id numero ref reference us'),
  state: listed(
    small,
    credential,
    'states st us jurisdiction issuing issued nurse profile estado where home rn compact',
  ),
  multistate: listed(
    small,
    credential,
    'multi multistate compact multiestatal compacta status nlc enlc privilege privileges type has have',
  ),
  issuer: listed(
    small,
    credential,
    'issuer issued issuing by certifying credentialing accrediting organization organisation org authority agency body provider sponsor vendor school training center site company name emisor emisora emitida otorgada expedida por junta organizacion entidad institucion proveedor',
  ),
  type: listed(small, credential, 'type types class rank role profession discipline tipo'),
  credentialName: listed(
    small,
    credential,
    'name title course class training item requirement doc description type nombre titulo',
  ),
  completion: listed(
    small,
    activity,
    ...[time],
    'completed completion complete finished finish taken attended attendance earned issued certificate end when fechas finalizacion terminacion realizacion',
  ),
  hours: listed(
    ...[small, activity, many],
    'for ces duration length contact hour hours hr hrs h ch credit credits clock ancc ana nursing units minutes time horas hora contacto creditos',
  ),
  ceu: listed(small, activity, many, 'unit units credits credit iacet duration length'),
  minute: listed(small, activity, many, 'minute minutes min mins m duration time length minutos duracion'),
  credits: listed(
    ...[small, activity, many],
    'ama pra cat category 1 credit credits hour hours hr hrs unit units semester sem quarter qtr college academic',
  ),
  amount: listed(
    small,
    activity,
    many,
    'duration length long time unit units amount duracion cantidad cuanto',
  ),
  provider: listed(
    small,
    activity,
    'provider sponsor offered org awarding body accredited joint presenter organization organisation vendor school institution company issuer name educational given by who gave provided offered taught ran organizacion proveedor institucion entidad escuela impartido impartida por nombre',
  ),
  title: listed(small, activity, 'title name module learning offering description what nombre titulo'),
} as const
