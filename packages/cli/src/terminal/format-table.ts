/** Returns rows as lines of left-aligned columns two blanks apart; the last column is not padded. Cells must be printable. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell))
    })
  }
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)),
      )
      .join('  '),
  )
}

function lengthOf(cell: string): number {
  return [...cell].length
}
