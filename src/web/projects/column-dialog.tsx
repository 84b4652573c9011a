import { useState } from 'react'
import { type BoardColumnFragment, DeleteColumnDocument, UpdateColumnDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fieldOf } from '../graphql/send.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Shared } from '../ui/shared.tsx'
import type { BoardColumns } from './board-position.ts'
import { messages } from './projects.messages.ts'

/** What is done with which column. */
export interface ColumnAction {
  kind: 'rename' | 'delete'
  column: BoardColumnFragment
}

interface ColumnDialogProps {
  doing: ColumnAction
  columns: BoardColumns
  onChanged: () => void
  onClose: () => void
}

/** Renames or deletes a column: what is typed stays where somebody else has deleted it, and that is told. */
export function ColumnDialog({ doing: { kind, column: begun }, columns, onChanged, onClose }: ColumnDialogProps) {
  const [update] = useMutation(UpdateColumnDocument)
  const [remove] = useMutation(DeleteColumnDocument)
  const [isSent, setSent] = useState(false)
  const now = columns.find(({ id }) => id === begun.id)
  const column = now ?? begun
  const others = columns.filter(({ id }) => id !== column.id)
  const gone = !now && !isSent && <Notice look="danger">{messages.columnGone(column.name)}</Notice>
  const done = () => {
    setSent(true)
    onClose()
    onChanged()
  }
  if (kind === 'rename')
    return (
      <Dialog title={messages.renaming(column.name)} isOpen onClose={onClose}>
        {gone}
        <Shared now={column} ask={onChanged} names={{ name: messages.name }}>
          {(seen, save) => (
            <Form
              send={({ name = '' }) =>
                save((version) =>
                  fieldOf(update({ id: column.id, version, input: { name: name.trim() } }), 'updateColumn'),
                )
              }
              onDone={done}
            >
              {({ wrong, isBusy }) => (
                <>
                  <Field
                    label={messages.name}
                    name="name"
                    required
                    autoFocus
                    defaultValue={seen.name}
                    wrong={wrong.name}
                  />
                  <div className="actions">
                    {now && (
                      <Button type="submit" look="primary" isBusy={isBusy}>
                        {t.save}
                      </Button>
                    )}
                    <Button onClick={onClose}>{t.cancel}</Button>
                  </div>
                </>
              )}
            </Form>
          )}
        </Shared>
      </Dialog>
    )
  return (
    <Dialog title={messages.deleting.title(column.name)} isOpen onClose={onClose} isQuestion>
      {gone || <p className="quiet">{messages.deleting.text}</p>}
      <Form
        send={({ moveTo }) => {
          setSent(true)
          return remove({ id: column.id, moveTo: moveTo ?? null })
        }}
        onDone={done}
      >
        {({ wrong, isBusy }) => (
          <>
            {column.tasks.length > 0 && now && (
              <Choice
                label={messages.deleting.tasks}
                name="moveTo"
                options={Object.fromEntries(others.map((each) => [each.id, each.name]))}
                wrong={wrong.moveTo}
              />
            )}
            <div className="actions">
              <Button onClick={onClose} autoFocus>
                {t.cancel}
              </Button>
              {!gone && (
                <Button type="submit" look={['danger', 'primary']} isBusy={isBusy}>
                  {messages.delete}
                </Button>
              )}
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
