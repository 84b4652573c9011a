import { useState } from 'react'
import { DeletePageDocument } from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Sure } from '../ui/sure.tsx'
import type { TakeBack } from '../ui/told.tsx'
import { words } from '../words/words.ts'
import { type Branch, choicesOf, pathTo, placeOf, type Seen } from './branch.ts'
import { useMove, useRename } from './changing.ts'
import { said } from './pages.words.ts'

/** What is done with which page. */
export interface Doing {
  kind: 'rename' | 'move' | 'delete'
  page: { id: string; title: string; icon?: string | null | undefined; version: number }
}

interface PageDialogProps {
  doing: Doing
  tree: readonly Branch[]
  /** It is done: what is told of it, and how it is taken back where it can be. */
  onDone: (text: string, takeBack?: TakeBack) => void
  onClose: () => void
  onDeleted?: () => void
}

export function PageDialog({ doing: { kind, page }, tree, onDone, onClose, onDeleted }: PageDialogProps) {
  const [remove] = useMutation(DeletePageDocument)
  if (kind === 'rename') return <Rename {...{ page, onDone, onClose }} />
  if (kind === 'move') return <Move {...{ page, tree, onDone, onClose }} />
  return (
    <Sure
      title={said.sure.title(page.title)}
      text={said.sure.text}
      label={said.sure.label}
      send={() => remove({ id: page.id })}
      onDone={() => {
        onDone(said.deleted(page.title))
        onDeleted?.()
      }}
      onClose={onClose}
    />
  )
}

type PartProps = Pick<Doing, 'page'> & Pick<PageDialogProps, 'onDone' | 'onClose'>

function Rename({ page: { id, title, icon, version }, onDone, onClose }: PartProps) {
  const rename = useRename()
  const [seen, see] = useState({ title, icon: icon || null, version })
  return (
    <Dialog title={said.rename} isOpen onClose={onClose}>
      <Form
        send={(filled) => rename(id, { title: filled.title ?? '', icon: filled.icon || null }, seen, see)}
        onDone={(takeBack) => onDone(said.renamed, takeBack)}
      >
        {({ wrong, isBusy }) => (
          <>
            <Field label={said.title} name="title" required autoFocus defaultValue={title} wrong={wrong.title} />
            <Field label={said.icon} hint={said.iconHint} name="icon" defaultValue={icon ?? ''} wrong={wrong.icon} />
            <div className="actions">
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
                {words.save}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function Move({ page: { id, title, version }, tree, onDone, onClose }: PartProps & Pick<PageDialogProps, 'tree'>) {
  const move = useMove()
  const [seen, see] = useState<Seen>({ ...placeOf(tree, id), version })
  const [chosen, choose] = useState(seen.parentId ?? '')
  // What was chosen may be there no more: it stays where it is then.
  const isGone = chosen !== '' && pathTo(tree, chosen).length === 0
  const parent = isGone ? (placeOf(tree, id).parentId ?? '') : chosen
  const siblings = (children: readonly Branch[]) => children.filter((each) => each.id !== id)
  const beside = siblings(parent ? (pathTo(tree, parent).at(-1)?.children ?? []) : tree)
  return (
    <Dialog title={said.move(title)} isOpen onClose={onClose}>
      <Form
        send={({ place }) => move(id, { parentId: parent || null, position: Number(place) }, seen, see)}
        onDone={(takeBack) => onDone(said.moved(title), takeBack)}
      >
        {({ wrong, isBusy }) => (
          <>
            <Choice
              label={said.under}
              options={choicesOf(tree, said.top, id)}
              value={parent}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
              wrong={isGone ? said.parentGone : wrong.parentId}
            />
            <Choice
              key={parent}
              label={said.place}
              name="place"
              options={{
                0: said.first,
                ...Object.fromEntries(beside.map((each, index) => [index + 1, said.after(each.title)])),
              }}
              defaultValue={beside.length}
            />
            <div className="actions">
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
                {said.moveIt}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
