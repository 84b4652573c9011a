import { downloadFile } from '../pages/links.ts'
import { useMay } from '../session.ts'
import { ActionsMenu } from '../ui/actions-menu.tsx'
import type { FileAction, FileOrFolder } from './file-dialogs.tsx'
import { messages } from './files.messages.ts'

export function FileActionsMenu({ of, begin }: { of: FileOrFolder; begin: (pendingAction: FileAction) => void }) {
  const may = useMay()
  const { id, name, isFolder } = of
  const actions = [
    ...(!isFolder && may('fileDownload') ? [{ label: messages.download, act: () => void downloadFile(id) }] : []),
    ...(may(isFolder ? 'shareFolder' : 'shareFile')
      ? [{ label: messages.share, act: () => begin({ kind: 'share', of }) }]
      : []),
    ...(may(isFolder ? 'updateFolder' : 'updateFile')
      ? [{ label: messages.change, act: () => begin({ kind: 'change', of }) }]
      : []),
    ...(may(isFolder ? 'deleteFolder' : 'deleteFile')
      ? [{ label: messages.delete, act: () => begin({ kind: 'delete', of }) }]
      : []),
  ]
  return <ActionsMenu label={messages.actionsOf(name)} actions={actions} />
}
