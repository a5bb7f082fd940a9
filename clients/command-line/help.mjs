import { exitCodes } from './command-error.mjs'

const everywhere = [
  ['--url URL', 'the installation, in place of the one that you signed in to'],
  ['--json', 'print JSON for programs, also of errors'],
  ['--help', 'print this'],
]

const codes = [
  ['0', 'done'],
  [exitCodes.failed, 'the server refused, or something failed'],
  [exitCodes.usage, 'wrong arguments'],
  [exitCodes.signIn, 'not signed in, or the token is not accepted'],
  [exitCodes.refused, 'the token is not enough for this'],
  [exitCodes.unreachable, 'the server cannot be reached'],
  [exitCodes.notClear, 'verdict --check: the answer is not "yes"'],
]

export function generalHelp(commands) {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary])
  return [
    'Usage: lanyard COMMAND',
    '',
    'Your Lanyard vault on the command line. More on a command: lanyard COMMAND --help',
    '',
    'Commands',
    lines(rows),
    '',
    'Options of every command',
    lines(everywhere),
    '',
    'Exit codes',
    lines(codes),
  ].join('\n')
}

export function helpOf(name, { usage, summary, details = '', optionTexts = [] }) {
  const parts = [`Usage: lanyard ${name} ${usage}`.trimEnd(), '', summary]
  if (details !== '') parts.push('', details)
  parts.push('', 'Options', lines([...optionTexts, ...everywhere]))
  return parts.join('\n')
}

function lines(rows) {
  const width = Math.max(...rows.map(([left]) => String(left).length))
  return rows.map(([left, right]) => `  ${String(left).padEnd(width)}  ${right}`).join('\n')
}
