/** Picks the rows of one id from a batch. They are grouped once. */
export function createRowPicker<Row>(idOf: (row: Row) => string): <Of extends Row>(rows: Of[], id: string) => Of[] {
  const grouped = new WeakMap<object, Map<string, Row[]>>()
  return <Of extends Row>(rows: Of[], id: string) => {
    const groups = grouped.get(rows) ?? Map.groupBy<string, Row>(rows, idOf)
    grouped.set(rows, groups)
    return (groups.get(id) ?? []) as Of[]
  }
}
