/** What one check found. A fault has to be mended; a note need not be. */
export type Finding = { state: 'ok' | 'note' | 'fault'; name: string; text: string }

const marks = { ok: '✓', note: '–', fault: '✗' } as const

/** One line, such as `✗ disk: 0.4 GB are free in /srv/lanyard: make room.` */
export function findingLine({ state, name, text }: Finding): string {
  return `${marks[state]} ${name}: ${text}`
}

export function isFault(line: string): boolean {
  return line.startsWith(marks.fault)
}

export const ok = (name: string, text: string): Finding => ({ state: 'ok', name, text })
export const note = (name: string, text: string): Finding => ({ state: 'note', name, text })
export const fault = (name: string, text: string): Finding => ({ state: 'fault', name, text })
