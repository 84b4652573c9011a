import {
  CreateFolderDocument,
  DeleteFileDocument,
  DeleteFolderDocument,
  UpdateFileDocument,
  UpdateFolderDocument,
} from '../../../schema/web/graphql.ts'
import { useMutation } from '../graphql/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Sure } from '../ui/sure.tsx'
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
  onDone: (text: string) => void
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
  const others = Object.fromEntries(Object.entries(folders).filter(([id]) => id !== thing?.id))
  return (
    <Dialog title={thing ? said.change : said.newFolder} isOpen onClose={onClose}>
      <Form
        send={async ({ name = '', folder }) => {
          const parentId = folder || null
          const { problem } = await (!thing
            ? createFolder({ input: { name, parentId } })
            : thing.isFolder
              ? updateFolder({ id: thing.id, input: { name, parentId } })
              : updateFile({ id: thing.id, input: { name, folderId: parentId } }))
          return problem ? { problem } : { data: name }
        }}
        onDone={(name) => onDone(thing ? said.changed : said.created(name))}
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
