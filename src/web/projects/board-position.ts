import type { BoardColumnFragment } from '#schema/web/graphql'

export type BoardColumns = readonly BoardColumnFragment[]

/** The position of a card in a column, not counting the card itself. */
export interface CardPosition {
  columnId: string
  position: number
}

export function findCard(columns: BoardColumns, cardId: string) {
  for (const column of columns) {
    const position = column.tasks.findIndex(({ id }) => id === cardId)
    const card = column.tasks[position]
    if (card) return { card, column, position }
  }
  return undefined
}

export function moveCard(columns: BoardColumns, cardId: string, { columnId, position }: CardPosition) {
  const card = findCard(columns, cardId)?.card
  if (!card) return columns
  return columns.map((column) => {
    const others = column.tasks.filter(({ id }) => id !== cardId)
    if (column.id !== columnId) return others.length === column.tasks.length ? column : { ...column, tasks: others }
    return { ...column, tasks: others.toSpliced(position, 0, card) }
  })
}
