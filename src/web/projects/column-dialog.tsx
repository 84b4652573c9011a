import { useState } from 'react'
import { type BoardColumnFragment, DeleteColumnDocument, UpdateColumnDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { VersionedForm } from '../ui/versioned-form.tsx'
import type { BoardColumns } from './board-position.ts'
import { messages } from './projects.messages.ts'

export interface ColumnAction {
  kind: 'rename' | 'delete'
  column: BoardColumnFragment
}

interface ColumnDialogProps {
  pendingAction: ColumnAction
  columns: BoardColumns
  onChanged: () => void
  onClose: () => void
}

/** Renames or deletes a column. If someone else deletes it meanwhile, the dialog says so and keeps the input. */
export function ColumnDialog({
  pendingAction: { kind, column: initial },
  columns,
  onChanged,
  onClose,
}: ColumnDialogProps) {
  const [update] = useMutation(UpdateColumnDocument)
  const [remove] = useMutation(DeleteColumnDocument)
  const [isSent, setSent] = useState(false)
  const now = columns.find(({ id }) => id === initial.id)
  const column = now ?? initial
  const others = columns.filter(({ id }) => id !== column.id)
  const gone = !now && !isSent && <Notice variant="danger">{messages.columnGone(column.name)}</Notice>
  const done = () => {
    setSent(true)
    onClose()
    onChanged()
  }
  if (kind === 'rename')
    return (
      <Dialog title={messages.renaming(column.name)} isOpen onClose={onClose}>
        {gone}
        <VersionedForm current={column} refetch={onChanged} fieldNames={{ name: messages.name }}>
          {(seen, save) => (
            <Form
              send={({ name = '' }) =>
                save((version) =>
                  pickField(update({ id: column.id, version, input: { name: name.trim() } }), 'updateColumn'),
                )
              }
              onDone={done}
            >
              {({ errors, isBusy }) => (
                <>
                  <TextField
                    label={messages.name}
                    name="name"
                    required
                    autoFocus
                    defaultValue={seen.name}
                    error={errors.name}
                  />
                  <div className="actions">
                    {now && (
                      <Button type="submit" variant="primary" isBusy={isBusy}>
                        {t.save}
                      </Button>
                    )}
                    <Button onClick={onClose}>{t.cancel}</Button>
                  </div>
                </>
              )}
            </Form>
          )}
        </VersionedForm>
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
        {({ errors, isBusy }) => (
          <>
            {column.tasks.length > 0 && now && (
              <SelectField
                label={messages.deleting.tasks}
                name="moveTo"
                options={Object.fromEntries(others.map((each) => [each.id, each.name]))}
                error={errors.moveTo}
              />
            )}
            <div className="actions">
              <Button onClick={onClose} autoFocus>
                {t.cancel}
              </Button>
              {!gone && (
                <Button type="submit" variant={['danger', 'primary']} isBusy={isBusy}>
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
