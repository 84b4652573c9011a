import { useState } from 'react'
import { DeletePageDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Undo } from '../ui/feedback.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useMovePage, useRenamePage } from './page-mutations.ts'
import { findPath, findPosition, type PageNode, type SeenPosition, toParentOptions } from './page-tree.ts'
import { messages } from './pages.messages.ts'

export interface PageAction {
  kind: 'rename' | 'move' | 'delete'
  page: { id: string; title: string; icon?: string | null | undefined; version: number }
}

interface PageDialogProps {
  pendingAction: PageAction
  tree: readonly PageNode[]
  /** Called with a status message and, if possible, a function that undoes the action. */
  onDone: (text: string, undo?: Undo) => void
  onClose: () => void
  onDeleted?: () => void
}

export function PageDialog({ pendingAction: { kind, page }, tree, onDone, onClose, onDeleted }: PageDialogProps) {
  const [remove] = useMutation(DeletePageDocument)
  if (kind === 'rename') return <RenamePageDialog {...{ page, onDone, onClose }} />
  if (kind === 'move') return <MovePageDialog {...{ page, tree, onDone, onClose }} />
  return (
    <ConfirmDialog
      title={messages.sure.title(page.title)}
      text={messages.sure.text}
      label={messages.sure.label}
      send={() => remove({ id: page.id })}
      onDone={() => {
        onDone(messages.deleted(page.title))
        onDeleted?.()
      }}
      onClose={onClose}
    />
  )
}

type PageActionDialogProps = Pick<PageAction, 'page'> & Pick<PageDialogProps, 'onDone' | 'onClose'>

function RenamePageDialog({ page: { id, title, icon, version }, onDone, onClose }: PageActionDialogProps) {
  const rename = useRenamePage()
  const [seen, see] = useState({ title, icon: icon || null, version })
  return (
    <Dialog title={messages.rename} isOpen onClose={onClose}>
      <Form
        send={(filled) => rename(id, { title: filled.title ?? '', icon: filled.icon || null }, seen, see)}
        onDone={(undo) => onDone(messages.renamed, undo)}
      >
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.title}
              name="title"
              required
              autoFocus
              defaultValue={title}
              error={errors.title}
            />
            <TextField
              label={messages.icon}
              hint={messages.iconHint}
              name="icon"
              defaultValue={icon ?? ''}
              error={errors.icon}
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function MovePageDialog({
  page: { id, title, version },
  tree,
  onDone,
  onClose,
}: PageActionDialogProps & Pick<PageDialogProps, 'tree'>) {
  const move = useMovePage()
  const [seen, see] = useState<SeenPosition>({ ...findPosition(tree, id), version })
  const [chosen, choose] = useState(seen.parentId ?? '')
  // The chosen parent may have been deleted meanwhile.
  const isGone = chosen !== '' && findPath(tree, chosen).length === 0
  const parent = isGone ? (findPosition(tree, id).parentId ?? '') : chosen
  const siblings = (children: readonly PageNode[]) => children.filter((each) => each.id !== id)
  const beside = siblings(parent ? (findPath(tree, parent).at(-1)?.children ?? []) : tree)
  return (
    <Dialog title={messages.move(title)} isOpen onClose={onClose}>
      <Form
        send={({ place }) => move(id, { parentId: parent || null, position: Number(place) }, seen, see)}
        onDone={(undo) => onDone(messages.moved(title), undo)}
      >
        {({ errors, isBusy }) => (
          <>
            <SelectField
              label={messages.under}
              options={toParentOptions(tree, messages.top, id)}
              value={parent}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
              error={isGone ? messages.parentGone : errors.parentId}
            />
            <SelectField
              key={parent}
              label={messages.place}
              name="place"
              options={{
                0: messages.first,
                ...Object.fromEntries(beside.map((each, index) => [index + 1, messages.after(each.title)])),
              }}
              defaultValue={beside.length}
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.moveIt}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
