/** Text of a record for a terminal, without control sequences that the terminal would execute. */
export function visible(text) {
  return String(text).replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
}

/** A table for people. A cell without a value is a dash. */
export function table(headings, rows) {
  const cells = [headings, ...rows].map((row) =>
    row.map((cell) => (cell === null || cell === undefined || cell === '' ? '-' : visible(cell))),
  )
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]))))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat(widths[column] - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** In characters as they are seen. */
function widthOf(text) {
  return [...new Intl.Segmenter().segment(text)].length
}
