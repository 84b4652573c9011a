import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import {
  type BoardColumnFragment,
  DeleteColumnDocument,
  MoveColumnDocument,
  UpdateColumnDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import { fieldOf } from '../graphql/send.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Shared } from '../ui/shared.tsx'
import type { News } from '../ui/told.tsx'
import { words } from '../words/words.ts'
import type { Columns } from './board-place.ts'
import { said } from './projects.words.ts'

export interface ColumnMenuProps {
  column: BoardColumnFragment
  columns: Columns
  index: number
  onChanged: () => void
  tell: (news: News) => void
}

/** What is done with a column: it is renamed, moved and deleted. */
export function ColumnMenu({ column, columns, index, onChanged, tell }: ColumnMenuProps) {
  const may = useMay()
  const [doing, setDoing] = useState<'rename' | 'delete'>()
  const [update] = useMutation(UpdateColumnDocument)
  const [shift] = useMutation(MoveColumnDocument)
  const [remove] = useMutation(DeleteColumnDocument)
  const others = columns.filter((each) => each.id !== column.id)
  const done = () => {
    setDoing(undefined)
    onChanged()
  }
  const put = async (position: number) => {
    const outcome = await shift({ id: column.id, input: { position } })
    if (outcome.problem) tell({ look: 'danger', text: outcome.problem.message })
    else onChanged()
  }
  const actions = [
    may('updateColumn') && { label: said.rename, act: () => setDoing('rename') },
    may('moveColumn') && index > 0 && { label: said.left, act: () => put(index - 1) },
    may('moveColumn') && index < columns.length - 1 && { label: said.right, act: () => put(index + 1) },
    may('deleteColumn') && others.length > 0 && { label: said.delete, act: () => setDoing('delete') },
  ].filter((each) => each !== false)
  return (
    <>
      {actions.length > 0 && (
        <MenuTrigger>
          <AriaButton className="button plain small" aria-label={said.column(column.name)}>
            <Ellipsis size={16} aria-hidden />
          </AriaButton>
          <Popover className="popover">
            <Menu
              className="menu"
              aria-label={said.column(column.name)}
              onAction={(key) => actions.find(({ label }) => label === key)?.act()}
            >
              {actions.map(({ label }) => (
                <MenuItem key={label} id={label}>
                  {label}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      <Dialog title={said.renaming(column.name)} isOpen={doing === 'rename'} onClose={() => setDoing(undefined)}>
        <Shared now={column} ask={onChanged} names={{ name: said.name }}>
          {(begun, save) => (
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
                    label={said.name}
                    name="name"
                    required
                    autoFocus
                    defaultValue={begun.name}
                    wrong={wrong.name}
                  />
                  <div className="actions">
                    <Button type="submit" look="primary" isBusy={isBusy}>
                      {words.save}
                    </Button>
                    <Button onClick={() => setDoing(undefined)}>{words.cancel}</Button>
                  </div>
                </>
              )}
            </Form>
          )}
        </Shared>
      </Dialog>
      <Dialog
        title={said.deleting.title(column.name)}
        isOpen={doing === 'delete'}
        onClose={() => setDoing(undefined)}
        isQuestion
      >
        <p className="quiet">{said.deleting.text}</p>
        <Form send={({ moveTo }) => remove({ id: column.id, moveTo: moveTo ?? null })} onDone={done}>
          {({ wrong, isBusy }) => (
            <>
              {column.tasks.length > 0 && (
                <Choice
                  label={said.deleting.tasks}
                  name="moveTo"
                  options={Object.fromEntries(others.map((each) => [each.id, each.name]))}
                  wrong={wrong.moveTo}
                />
              )}
              <div className="actions">
                <Button onClick={() => setDoing(undefined)} autoFocus>
                  {words.cancel}
                </Button>
                <Button type="submit" look={['danger', 'primary']} isBusy={isBusy}>
                  {said.delete}
                </Button>
              </div>
            </>
          )}
        </Form>
      </Dialog>
    </>
  )
}
