#!/usr/bin/env node
// `lanyard`: the vault on the command line. Plain JavaScript without packages, for Node 20 or later.
import { parseArgs } from 'node:util'
import { LanyardProblem } from '../typescript/client.js'
import { CommandError, exitCodes } from './command-error.mjs'
import { commands } from './commands.mjs'
import { generalHelp, helpOf } from './help.mjs'
import { visible } from './table.mjs'

const everywhere = {
  url: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

process.exitCode = await run(process.argv.slice(2)).catch(report)

async function run([name, ...rest]) {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const asked = name === 'help' ? rest[0] : undefined
    console.log(
      asked !== undefined && commands[asked] ? helpOf(asked, commands[asked]) : generalHelp(commands),
    )
    return name === undefined ? exitCodes.usage : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new CommandError(`There is no command "${name}". Try: lanyard --help`, exitCodes.usage)
  if (rest.some((each) => /^--token(=|$)/.test(each) || each.startsWith('lanyard_')))
    throw new CommandError(
      'A token in the arguments would be seen by other users of this computer. Run "lanyard login" and type or pipe it.',
      exitCodes.usage,
    )
  const { values, positionals } = parse(rest, { ...everywhere, ...command.options })
  if (values.help) {
    console.log(helpOf(name, command))
    return 0
  }
  return (await command.run(values, positionals)) ?? 0
}

function parse(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(error.message, exitCodes.usage)
  }
}

/** Prints one sentence, or an object for a program that asked for JSON. Returns the exit code. */
function report(error) {
  const { message, code, exit, errors } = facts(error)
  if (process.argv.includes('--json')) console.error(JSON.stringify({ error: { code, message, errors } }))
  else {
    console.error(`lanyard: ${visible(message)}`)
    for (const each of errors) console.error(`  ${visible(each.path)}: ${visible(each.message)}`)
  }
  return exit
}

function facts(error) {
  if (error instanceof CommandError)
    return { message: error.message, code: error.code, exit: error.exit, errors: [] }
  if (error instanceof LanyardProblem) {
    const { message, code, errors, status } = error
    const exit = status === 401 ? exitCodes.signIn : status === 403 ? exitCodes.refused : exitCodes.failed
    return { message, code, exit, errors }
  }
  const cause = error?.cause?.code ?? error?.code
  if (error?.name === 'TypeError' && /fetch failed/.test(error.message))
    return {
      message: `The server cannot be reached${cause ? ` (${cause})` : ''}.`,
      code: 'unreachable',
      exit: exitCodes.unreachable,
      errors: [],
    }
  return {
    message: error?.message ?? String(error),
    code: cause ?? 'failed',
    exit: exitCodes.failed,
    errors: [],
  }
}
