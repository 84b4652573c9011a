import { type BoardColumnFragment, MoveColumnDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { ActionsMenu } from '../ui/actions-menu.tsx'
import type { Feedback } from '../ui/feedback.tsx'
import type { BoardColumns } from './board-position.ts'
import type { ColumnAction } from './column-dialog.tsx'
import { messages } from './projects.messages.ts'

export interface ColumnMenuProps {
  column: BoardColumnFragment
  columns: BoardColumns
  index: number
  onChanged: () => void
  showFeedback: (feedback: Feedback) => void
  begin: (pendingAction: ColumnAction) => void
}

export function ColumnMenu({ column, columns, index, onChanged, showFeedback, begin }: ColumnMenuProps) {
  const may = useMay()
  const [shift] = useMutation(MoveColumnDocument)
  const put = async (position: number) => {
    const outcome = await shift({ id: column.id, input: { position } })
    if (outcome.problem) showFeedback({ variant: 'danger', text: outcome.problem.message })
    else onChanged()
  }
  const actions = [
    may('updateColumn') && { label: messages.rename, act: () => begin({ kind: 'rename', column }) },
    may('moveColumn') && index > 0 && { label: messages.left, act: () => put(index - 1) },
    may('moveColumn') && index < columns.length - 1 && { label: messages.right, act: () => put(index + 1) },
    may('deleteColumn') &&
      columns.length > 1 && { label: messages.delete, act: () => begin({ kind: 'delete', column }) },
  ].filter((each) => each !== false)
  return <ActionsMenu label={messages.column(column.name)} actions={actions} />
}
