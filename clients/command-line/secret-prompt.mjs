import { CommandError, exitCodes } from './command-error.mjs'

const MOST = 1000

/** One line from standard input: typed without being shown, or piped. */
export async function readSecret(question) {
  const typed = process.stdin.isTTY ? await typedSecret(question) : await pipedSecret()
  const secret = typed.trim()
  if (secret === '') throw new CommandError('No token was given.', exitCodes.usage)
  return secret
}

async function pipedSecret() {
  let text = ''
  for await (const part of process.stdin.setEncoding('utf8')) {
    text += part
    if (text.length > MOST) throw new CommandError('This is longer than a token.', exitCodes.usage)
  }
  return text
}

function typedSecret(question) {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').resume()
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (settle) => {
      stdin.off('data', take).setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    const take = (part) => {
      for (const letter of part) {
        if (letter === '\r' || letter === '\n' || letter === '\u0004') return end(() => resolve(text))
        if (letter === '\u0003') return end(() => reject(new CommandError('Canceled.', 130, 'canceled')))
        if (letter === '\u007f' || letter === '\b') text = text.slice(0, -1)
        else if (text.length < MOST) text += letter
      }
    }
    stdin.on('data', take)
  })
}
