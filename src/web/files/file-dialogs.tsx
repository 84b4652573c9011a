import {
  CreateFolderDocument,
  DeleteFileDocument,
  DeleteFolderDocument,
  UpdateFileDocument,
  UpdateFolderDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import type { Outcome } from '../graphql/send.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Sure } from '../ui/sure.tsx'
import type { TakeBack } from '../ui/told.tsx'
import { words } from '../words/words.ts'
import { said } from './files.words.ts'
import { ShareDialog } from './share-dialog.tsx'

export interface Thing {
  id: string
  name: string
  isFolder: boolean
  /** The folder that it lies in. */
  folderId: string | null
}

export type Doing = { kind: 'folder'; in: string | undefined } | { kind: 'change' | 'share' | 'delete'; of: Thing }

interface FileDialogProps {
  doing: Doing
  /** Names of folders by their id. */
  folders: Readonly<Record<string, string>>
  /** It is done: what is told of it, and how it is taken back where it can be. */
  onDone: (text: string, takeBack?: TakeBack) => void
  onClose: () => void
}

export function FileDialog({ doing, folders, onDone, onClose }: FileDialogProps) {
  const [createFolder] = useMutation(CreateFolderDocument)
  const [updateFile] = useMutation(UpdateFileDocument)
  const [updateFolder] = useMutation(UpdateFolderDocument)
  const [deleteFile] = useMutation(DeleteFileDocument)
  const [deleteFolder] = useMutation(DeleteFolderDocument)
  if (doing.kind === 'share') return <ShareDialog of={doing.of} onClose={onClose} />
  if (doing.kind === 'delete') {
    const { id, name, isFolder } = doing.of
    return (
      <Sure
        title={said.sure.title(name)}
        text={isFolder ? said.sure.folder : said.sure.file}
        label={said.sure.label}
        send={async (): Promise<
          { data: unknown } | { problem: NonNullable<Awaited<ReturnType<typeof deleteFile>>['problem']> }
        > => {
          const { problem } = await (isFolder ? deleteFolder({ id }) : deleteFile({ id }))
          return problem ? { problem } : { data: true }
        }}
        onDone={() => onDone(said.deleted(name))}
        onClose={onClose}
      />
    )
  }
  const thing = doing.kind === 'change' ? doing.of : undefined
  const put = ({ id, isFolder }: Thing, name: string, parentId: string | null): Promise<Outcome<unknown>> =>
    isFolder ? updateFolder({ id, input: { name, parentId } }) : updateFile({ id, input: { name, folderId: parentId } })
  const others = Object.fromEntries(Object.entries(folders).filter(([id]) => id !== thing?.id))
  return (
    <Dialog title={thing ? said.change : said.newFolder} isOpen onClose={onClose}>
      <Form
        send={async ({ name = '', folder }) => {
          const parentId = folder || null
          const { problem } = await (thing ? put(thing, name, parentId) : createFolder({ input: { name, parentId } }))
          return problem ? { problem } : { data: name }
        }}
        onDone={(name) =>
          thing ? onDone(said.changed, () => put(thing, thing.name, thing.folderId)) : onDone(said.created(name))
        }
      >
        {({ wrong, isBusy }) => (
          <>
            <Field label={said.name} name="name" required autoFocus defaultValue={thing?.name} wrong={wrong.name} />
            <Choice
              label={said.folder}
              name="folder"
              options={{ '': said.top, ...others }}
              defaultValue={(doing.kind === 'folder' ? doing.in : thing?.folderId) ?? ''}
              wrong={wrong.folderId ?? wrong.parentId}
            />
            <div className="actions">
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" look="primary" isBusy={isBusy}>
                {thing ? words.save : said.create}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
