import { t } from '#web/i18n/t.ts'
import { toProblem } from './problem-note.tsx'

export type Toast = {
  title: string
  description?: string
  tone?: 'default' | 'destructive'
  action?: { label: string; onAction: () => void }
}

export type QueuedToast = Toast & { id: number }

let waiting: readonly QueuedToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly QueuedToast[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Adds a toast to the queue. Toasts are shown one at a time, oldest first. */
export function showToast(toast: Toast): void {
  lastId += 1
  change([...waiting, { ...toast, id: lastId }])
}

/** For a failed change: `title` names the failed change, and the problem explains why. */
export function showErrorToast(title: string): (error: Error) => void {
  return (error) => showToast({ title, description: t(toProblem(error).message), tone: 'destructive' })
}

export function dismissToast(id: number): void {
  change(waiting.filter((toast) => toast.id !== id))
}

export function firstToast(): QueuedToast | null {
  return waiting[0] ?? null
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
