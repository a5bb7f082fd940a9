import { pino } from 'pino'

export type Logger = pino.Logger

/** Structured logs on stderr: stdout is for the one line that a person reads. Never hand it a token, a cookie, a password, a file's content or a license number. */
export function createLogger(level: string): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'number', 'email'],
      censor: '[hidden]',
    },
  }
  return pino(options, pino.destination({ fd: 2, sync: false }))
}
