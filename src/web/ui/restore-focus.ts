/** What was pressed may be gone with its row: without this a keyboard would begin again at the top of the window. */
export function restoreFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}
