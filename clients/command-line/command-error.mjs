/** Exit codes of `lanyard`. */
export const exitCodes = {
  /** The server refused, or something failed on this computer. */
  failed: 1,
  usage: 2,
  /** No token is stored, or the server does not accept it. */
  signIn: 3,
  /** The token has not the scope that this needs, or the record is another owner's. */
  refused: 4,
  unreachable: 5,
  /** Of `verdict --check`: the answer is not "yes". */
  notClear: 10,
}

/** A problem that the user can fix, in one sentence. */
export class CommandError extends Error {
  constructor(message, exit = exitCodes.failed, code = exit === exitCodes.usage ? 'usage' : 'failed') {
    super(message)
    this.exit = exit
    this.code = code
  }
}
