/** Picks the rows of one id out of a batch's; they are grouped once, however many ask. */
export function createRowPicker<Row>(idOf: (row: Row) => string): <Of extends Row>(rows: Of[], id: string) => Of[] {
  const grouped = new WeakMap<object, Map<string, Row[]>>()
  return <Of extends Row>(rows: Of[], id: string) => {
    const groups = grouped.get(rows) ?? Map.groupBy<string, Row>(rows, idOf)
    grouped.set(rows, groups)
    return (groups.get(id) ?? []) as Of[]
  }
}
