import { useState } from 'react'
import {
  CreateFolderDocument,
  DeleteFileDocument,
  DeleteFolderDocument,
  FilePageDocument,
  FolderNowDocument,
  UpdateFileDocument,
  UpdateFolderDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { sendWithVersion, undoChange } from '../graphql/send-with-version.ts'
import { t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Undo } from '../ui/feedback.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { messages } from './files.messages.ts'
import { ShareDialog } from './share-dialog.tsx'

export interface FileOrFolder {
  id: string
  name: string
  isFolder: boolean
  folderId: string | null
}

export type FileAction =
  | { kind: 'folder'; in: string | undefined }
  | { kind: 'change' | 'share' | 'delete'; of: FileOrFolder }

interface VersionedLocation extends Required<LocationChange> {
  version: number
}

interface LocationChange {
  name?: string
  parentId?: string | null
}

/** Fetches the current version past the cache. */
async function fetchCurrent({ id, isFolder }: FileOrFolder): Promise<Outcome<VersionedLocation | null | undefined>> {
  if (isFolder) {
    return pickField(fetchGraphql(FolderNowDocument, { id }), 'folder')
  }
  const { data, problem } = await fetchGraphql(FilePageDocument, { id })
  return data ? { data: data.file && { ...data.file, parentId: data.file.folderId } } : { problem }
}

interface FileDialogProps {
  pendingAction: FileAction
  /** Folder names by id. */
  folders: Readonly<Record<string, string>>
  /** Called with a status message and, if possible, a function that undoes the action. */
  onDone: (text: string, undo?: Undo) => void
  onClose: () => void
}

export function FileDialog({ pendingAction, folders, onDone, onClose }: FileDialogProps) {
  const [createFolder] = useMutation(CreateFolderDocument)
  const [updateFile] = useMutation(UpdateFileDocument)
  const [updateFolder] = useMutation(UpdateFolderDocument)
  const [deleteFile] = useMutation(DeleteFileDocument)
  const [deleteFolder] = useMutation(DeleteFolderDocument)
  // The values last seen. After a conflict they are replaced by the current ones.
  const [seen, see] = useState<Required<LocationChange>>(() =>
    pendingAction.kind === 'change'
      ? { name: pendingAction.of.name, parentId: pendingAction.of.folderId }
      : { name: '', parentId: null },
  )
  if (pendingAction.kind === 'share') return <ShareDialog of={pendingAction.of} onClose={onClose} />
  if (pendingAction.kind === 'delete') {
    const { id, name, isFolder } = pendingAction.of
    return (
      <ConfirmDialog
        title={messages.sure.title(name)}
        text={isFolder ? messages.sure.folder : messages.sure.file}
        label={messages.sure.label}
        send={async (): Promise<
          { data: unknown } | { problem: NonNullable<Awaited<ReturnType<typeof deleteFile>>['problem']> }
        > => {
          const { problem } = await (isFolder ? deleteFolder({ id }) : deleteFile({ id }))
          return problem ? { problem } : { data: true }
        }}
        onDone={() => onDone(messages.deleted(name))}
        onClose={onClose}
      />
    )
  }
  const changed = pendingAction.kind === 'change' ? pendingAction.of : undefined
  const put = async (
    of: FileOrFolder,
    { parentId, ...named }: LocationChange,
    version: number,
  ): Promise<Outcome<VersionedLocation>> => {
    const meant = { id: of.id, version }
    if (of.isFolder) {
      const input = { ...named, ...(parentId !== undefined && { parentId }) }
      return pickField(updateFolder({ ...meant, input }), 'updateFolder')
    }
    const input = { ...named, ...(parentId !== undefined && { folderId: parentId }) }
    const { data, problem } = await updateFile({ ...meant, input })
    return data ? { data: { ...data.updateFile, parentId: data.updateFile.folderId } } : { problem }
  }
  const change = async (of: FileOrFolder, name: string, parentId: string | null): Promise<Outcome<[string, Undo]>> => {
    // Renaming keeps a concurrent move, and moving keeps a concurrent rename.
    const [isNamed, isMoved] = [name !== seen.name, parentId !== seen.parentId]
    const those = (put: Required<LocationChange>) => ({
      ...(isNamed && { name: put.name }),
      ...(isMoved && { parentId: put.parentId }),
    })
    const isAs = (put: Required<LocationChange>) => (now: VersionedLocation) =>
      (!isNamed || now.name === put.name) && (!isMoved || now.parentId === put.parentId)
    const { data: done, problem } = await sendWithVersion(
      {},
      {
        send: (version) => put(of, those({ name, parentId }), version),
        fetchCurrent: () => fetchCurrent(of),
        isUnchanged: isAs(seen),
        describeConflict: (now, who) => {
          see({ ...seen, ...those(now) })
          const place = now.parentId ? folders[now.parentId] : messages.top
          return t.changedTo([isMoved && place, isNamed && now.name].filter(Boolean).join(' / '), who)
        },
      },
    )
    if (problem) return { problem }
    const back = () =>
      undoChange(done, {
        send: (version) => put(of, those(seen), version),
        fetchCurrent: () => fetchCurrent(of),
        isStillDone: isAs(done),
      })
    return { data: [messages.changed, back] }
  }
  const others = Object.fromEntries(Object.entries(folders).filter(([id]) => id !== changed?.id))
  return (
    <Dialog title={changed ? messages.change : messages.newFolder} isOpen onClose={onClose}>
      <Form
        send={async ({ name = '', folder }): Promise<Outcome<[string, Undo?]>> => {
          const parentId = folder || null
          if (changed) return change(changed, name, parentId)
          const { problem } = await createFolder({ input: { name, parentId } })
          return problem ? { problem } : { data: [messages.created(name)] }
        }}
        onDone={(done) => onDone(...done)}
      >
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.name}
              name="name"
              required
              autoFocus
              defaultValue={changed?.name}
              error={errors.name}
            />
            <SelectField
              label={messages.folder}
              name="folder"
              options={{ '': messages.top, ...others }}
              defaultValue={(pendingAction.kind === 'folder' ? pendingAction.in : changed?.folderId) ?? ''}
              error={errors.folderId ?? errors.parentId}
            />
            <div className="actions">
              <Button onClick={onClose}>{t.cancel}</Button>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {changed ? t.save : messages.create}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}
