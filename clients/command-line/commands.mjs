import { basename } from 'node:path'
import { Lanyard } from '../typescript/client.js'
import { attachFile } from './attach-file.mjs'
import { CommandError, exitCodes } from './command-error.mjs'
import { saveExport } from './export-file.mjs'
import { runBridge } from './mcp-bridge.mjs'
import { readSecret } from './secret-prompt.mjs'
import {
  checkedUrl,
  configPath,
  openClient,
  readConfig,
  removeConfig,
  requireConfig,
  writeConfig,
} from './session.mjs'
import { table, visible } from './table.mjs'
import { openUpload } from './upload-file.mjs'

const print = (value, options, asText) =>
  console.log(options.json ? JSON.stringify(value, null, 2) : asText(value))

const collected = async (items) => {
  const all = []
  for await (const item of items) all.push(item)
  return all
}

/** The commands, in the order of the help. `run` returns the exit code if it is not 0. */
export const commands = {
  login: {
    usage: '[--url URL]',
    summary: 'sign in with an access token, which is read from standard input',
    details: `Create the token in Settings, Security. It is stored in ${'$XDG_CONFIG_HOME'}/lanyard/config.json (mode 0600),
or in ~/.config where that is not set. Typed, it is not shown; a program pipes it:
  printf %s "$TOKEN" | lanyard login --url https://vault.example.org`,
    options: {},
    async run(options) {
      const url = checkedUrl(options.url ?? readConfig()?.url ?? missing('--url'))
      const token = await readSecret(`Access token for ${url}: `)
      if (!/^lanyard_[\w-]{43}$/.test(token))
        throw new CommandError('This is not an access token. It begins with lanyard_.', exitCodes.usage)
      const name = await ownerName(new Lanyard({ url, token, retries: 0 }))
      writeConfig({ url, token })
      print({ url, name, path: configPath() }, options, () =>
        name === null ? `Signed in to ${url}.` : `Signed in to ${url} as ${visible(name)}.`,
      )
    },
  },
  logout: {
    usage: '',
    summary: 'forget the token on this computer; end it in Settings, Security',
    options: {},
    async run(options) {
      removeConfig()
      print(
        { signedOut: true },
        options,
        () => 'The token is forgotten here. It still works until you end it.',
      )
    },
  },
  list: {
    usage: '[credentials|courses|cycles|files] [--archived]',
    summary: 'list what is in the vault; credentials unless you say something else',
    optionTexts: [['--archived', 'archived credentials in place of the others']],
    options: { archived: { type: 'boolean' } },
    async run(options, [what = 'credentials', ...more]) {
      const list = Object.hasOwn(lists, what) ? lists[what] : undefined
      if (!list || more.length > 0)
        throw new CommandError(`List what? One of ${Object.keys(lists).join(', ')}.`, exitCodes.usage)
      const items = await list.read(openClient(options), options)
      print(items, options, () =>
        items.length === 0 ? `There are no ${what}.` : table(list.headings, items.map(list.row)),
      )
    },
  },
  verdict: {
    usage: '[--check]',
    summary: 'whether you are clear to work, as far as Lanyard knows',
    optionTexts: [['--check', `end with ${exitCodes.notClear} unless the answer is "yes"`]],
    options: { check: { type: 'boolean' } },
    async run(options) {
      const verdict = await openClient(options).call('GET /api/credentials/verdict')
      print(verdict, options, () => verdictText(verdict))
      return options.check && verdict.verdict !== 'yes' ? exitCodes.notClear : 0
    },
  },
  'add-course': {
    usage: '--title TEXT --provider TEXT --hours N --date YYYY-MM-DD [--cycle ID] [--topic TEXT]...',
    summary: 'add a completed CE course to a cycle',
    details: 'Without --cycle it is the only cycle that the date is in.',
    optionTexts: [
      ['--title TEXT', 'name of the course'],
      ['--provider TEXT', 'who gave it'],
      ['--hours N', 'contact hours'],
      ['--date YYYY-MM-DD', 'when you completed it'],
      ['--cycle ID', 'see: lanyard list cycles'],
      ['--topic TEXT', 'a topic that it counts for; may be repeated'],
    ],
    options: {
      ...{ title: { type: 'string' }, provider: { type: 'string' }, hours: { type: 'string' } },
      ...{ date: { type: 'string' }, cycle: { type: 'string' }, topic: { type: 'string', multiple: true } },
    },
    async run(options) {
      for (const name of ['title', 'provider', 'hours', 'date']) if (!options[name]) missing(`--${name}`)
      const hours = Number(options.hours)
      if (!(hours > 0)) throw new CommandError('--hours is a number such as 1.5', exitCodes.usage)
      if (!isDay(options.date)) throw new CommandError('--date is a day such as 2026-02-14', exitCodes.usage)
      const client = openClient(options)
      const cycleId = options.cycle ?? (await onlyCycleOn(client, options.date))
      const { title, provider, date: completedAt, topic: topicTags = [] } = options
      const body = { cycleId, title, provider, hours, completedAt, topicTags }
      const entry = await client.call('POST /api/ceu-entries', { body })
      print(entry, options, () => `Added ${visible(entry.title)} (${entry.hours} hours).`)
    },
  },
  upload: {
    usage: 'FILE --credential ID',
    summary: 'add a PDF or picture of at most 25 MB to a credential',
    optionTexts: [['--credential ID', 'see: lanyard list credentials']],
    options: { credential: { type: 'string' } },
    async run(options, [path, ...more]) {
      if (path === undefined || more.length > 0) throw new CommandError('Name one file.', exitCodes.usage)
      const id = options.credential ?? missing('--credential')
      const bytes = await openUpload(path)
      const client = openClient(options)
      // First, so that nothing is uploaded that cannot be attached.
      await client.call('GET /api/credentials/{id}', { params: { id } })
      const body = new FormData()
      body.append('file', bytes, basename(path))
      const file = await client.call('POST /api/upload', { body })
      const changed = await attachFile(client, id, file.id)
      print(
        { file, credential: changed },
        options,
        () => `Added ${visible(file.name)} to ${titleOf(changed)}.`,
      )
    },
  },
  export: {
    usage: '[FILE] [--force]',
    summary: 'save everything as one ZIP; FILE "-" is standard output',
    optionTexts: [['--force', 'replace FILE if it is there']],
    options: { force: { type: 'boolean' } },
    async run(options, [path, ...more]) {
      if (more.length > 0) throw new CommandError('Name one file.', exitCodes.usage)
      const response = await openClient(options).call('GET /api/users/me/export')
      const saved = await saveExport(response, path, options.force === true)
      if (saved !== null) print(saved, options, () => `Saved ${saved.path} (${saved.bytes} bytes).`)
    },
  },
  mcp: {
    usage: '',
    summary: 'let an assistant ask about your vault: an MCP server on standard input and output',
    details:
      'An assistant starts it. What it may do is what the token may: see "Ask your vault" in the documentation.',
    options: {},
    async run(options) {
      await runBridge(requireConfig(options))
    },
  },
}

const lists = {
  credentials: {
    headings: ['Title', 'Kind', 'State', 'Number', 'Expires', 'Status', 'ID'],
    read: (client, { archived }) =>
      collected(
        client.items('GET /api/credentials', { query: { archived: archived ? 'true' : null, limit: 100 } }),
      ),
    row: (each) => [
      titleOf(each),
      each.kind,
      each.state,
      each.number,
      each.neverExpires ? 'never' : each.expiresAt,
      each.status,
      each.id,
    ],
  },
  courses: {
    headings: ['Completed', 'Title', 'Provider', 'Hours', 'ID'],
    read: (client) => collected(client.items('GET /api/ceu-entries', { query: { limit: 100 } })),
    row: ({ completedAt, title, provider, hours, id }) => [completedAt, title, provider, hours, id],
  },
  cycles: {
    headings: ['From', 'To', 'State', 'For', 'Hours', 'Required', 'ID'],
    read: (client) => collected(client.items('GET /api/ceu-cycles')),
    row: (each) => [
      each.cycleStart,
      each.cycleEnd,
      each.state,
      each.credentialTitle,
      each.hoursCounted,
      each.requiredHours === null ? 'unknown' : each.requiredHours,
      each.id,
    ],
  },
  files: {
    headings: ['Name', 'Type', 'Bytes', 'Uploaded', 'ID'],
    read: (client) => collected(client.items('GET /api/upload', { query: { limit: 100 } })),
    row: ({ name, mimeType, size, createdAt, id }) => [name, mimeType, size, createdAt.slice(0, 10), id],
  },
}

/** A day of the calendar, written `YYYY-MM-DD`. */
function isDay(text) {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text.length === 10
}

function missing(option) {
  throw new CommandError(`${option} is missing.`, exitCodes.usage)
}

const titleOf = ({ title, name }) => visible(title ?? name)

/** `null` where the token may not read; a token that is not accepted is refused. */
async function ownerName(client) {
  try {
    const { name, email } = await client.call('GET /api/users/me')
    return name || email
  } catch (error) {
    if (error.code === 'token_scope_missing') return null
    throw error
  }
}

function verdictText({ headline, states, action }) {
  const rows = states.map(({ state, verdict, until }) => [state, verdict, until])
  return [
    visible(headline),
    ...(rows.length > 0 ? ['', table(['State', 'Clear', 'Until'], rows)] : []),
    ...(action ? ['', `Next: ${visible(action.label)}`] : []),
  ].join('\n')
}

async function onlyCycleOn(client, date) {
  const { items } = await client.call('GET /api/ceu-cycles')
  const open = items.filter(({ cycleStart, cycleEnd }) => cycleStart <= date && date <= cycleEnd)
  const [only, ...others] = open
  if (only && others.length === 0) return only.id
  throw new CommandError(
    only
      ? `${open.length} cycles have this date. Choose one with --cycle: ${open.map(({ id }) => id).join(', ')}`
      : 'No cycle has this date. Add one in Lanyard, or choose another with --cycle.',
    exitCodes.usage,
  )
}
