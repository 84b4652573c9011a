import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FileIcon, Folder, FolderPlus, Search, Upload } from 'lucide-react'
import { useState } from 'react'
import { FilesDocument, type FilesQuery, FolderNowDocument, FoldersDocument } from '#schema/web/graphql'
import { useAllPages, useQuery } from '../graphql/client.ts'
import { formatTimestampDate } from '../i18n/format.ts'
import { formatBytes } from '../i18n/format-bytes.ts'
import { numberFormatter, t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { StatusMessage, useAction } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { PageOutOfRange, Pager } from '../ui/pager.tsx'
import { EmptyState, isNotFound, QueryResult, RelatedList } from '../ui/query-result.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { FileActionsMenu } from './file-actions.tsx'
import { type FileAction, FileDialog } from './file-dialogs.tsx'
import { messages } from './files.messages.ts'
import { FolderBreadcrumbs, findFolderPath } from './folder-path.tsx'
import { uploadToFolder } from './upload-to-folder.ts'
import './files.css'

type Row = NonNullable<FilesQuery['files']>['files'][number]

const route = getRouteApi('/files')
const formatProgress = (part: number) => numberFormatter({ style: 'percent' }).format(part)

export function Files() {
  const { folder } = route.useSearch()
  return folder ? <FolderView id={folder} /> : <FileList />
}

function FolderView({ id }: { id: string }) {
  const answer = useQuery(FolderNowDocument, { id })
  return answer.problem && isNotFound(answer.problem) ? (
    <Page title={messages.files}>
      <div className="card">
        <RelatedList answer={answer}>{null}</RelatedList>
      </div>
    </Page>
  ) : (
    <FileList folder={id} />
  )
}

/** The files and subfolders of a folder. The top level lists the files of all folders, newest first. */
function FileList({ folder }: { folder?: string }) {
  const { page = 1, q = '' } = route.useSearch()
  const may = useMay()
  const navigate = useNavigate()
  const answer = useQuery(FilesDocument, { folderId: folder ?? null, page, q: q || null })
  const known = useAllPages(FoldersDocument, {})
  const { pendingAction, begin, feedback, showFeedback, end, close } = useAction<FileAction>()
  const [progress, setProgress] = useState('')
  const [isOver, setOver] = useState(false)
  const maySend = may('uploadUrl')
  const all = (known.data?.folders?.folders ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const names = Object.fromEntries(all.map(({ id, name }) => [id, name]))
  const inside = q ? [] : all.filter(({ parentId }) => parentId === (folder ?? null))
  const above = findFolderPath(all, folder)
  const here = above.at(-1)?.name ?? messages.files
  const go = (search: { q: string; page: number }) =>
    navigate({ to: '/files', search: { ...search, ...(folder && { folder }) }, replace: true })
  const take = async (files: readonly File[]) => {
    for (const file of files) {
      setProgress(messages.uploading(file.name, formatProgress(0)))
      const problem = await uploadToFolder(file, folder, (part) =>
        setProgress(messages.uploading(file.name, formatProgress(part))),
      )
      showFeedback(
        problem
          ? { variant: 'danger', text: problem.message }
          : { variant: 'good', text: messages.uploaded(file.name) },
      )
    }
    setProgress('')
    answer.retry()
  }
  const columns: readonly Column<Row>[] = [
    {
      label: messages.name,
      kind: 'main',
      show: ({ id, name }) => (
        <Link to="/files/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    ...(folder ? [] : [{ label: messages.folder, show: ({ folderId }: Row) => folderId && names[folderId] }]),
    { label: messages.added, kind: 'quiet', show: ({ createdAt }) => formatTimestampDate(createdAt) },
    { label: messages.size, kind: 'figure', show: ({ sizeBytes }) => formatBytes(sizeBytes) },
    {
      label: t.actions,
      kind: 'act',
      show: ({ id, name, folderId }) => <FileActionsMenu of={{ id, name, folderId, isFolder: false }} begin={begin} />,
    },
  ]
  const choose = maySend && (
    <label className="button primary">
      <Upload size={16} aria-hidden />
      {messages.upload}
      <input
        className="unseen"
        type="file"
        multiple
        onChange={async ({ currentTarget }) => {
          await take([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </label>
  )
  return (
    <Page
      title={here}
      about={above.length > 0 ? <FolderBreadcrumbs folders={above.slice(0, -1)} /> : messages.about}
      action={
        <div className="actions">
          {may('createFolder') && (
            <Button onClick={() => begin({ kind: 'folder', in: folder })}>
              <FolderPlus size={16} aria-hidden />
              {messages.newFolder}
            </Button>
          )}
          {choose}
        </div>
      }
    >
      <StatusMessage {...feedback} />
      {inside.length > 0 && (
        <ul className="folders" aria-label={messages.folders}>
          {inside.map(({ id, name, parentId }) => (
            <li key={id} className="card">
              <Folder size={18} aria-hidden />
              <Link to="/files" search={{ folder: id }}>
                {name}
              </Link>
              <FileActionsMenu of={{ id, name, folderId: parentId, isFolder: true }} begin={begin} />
            </li>
          ))}
        </ul>
      )}
      <search
        className="card files-card"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!maySend || !event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          if (!maySend || event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void take([...event.dataTransfer.files])
        }}
      >
        <SearchField q={q} onSearch={(sought) => go({ q: sought, page: 1 })} />
        <QueryResult query={answer} pick={({ files }) => files}>
          {({ total, files }) =>
            files.length > 0 ? (
              <>
                <Table label={here} columns={columns} rows={files} />
                <Pager page={page} total={total} onTurn={(turned) => go({ q, page: turned })} />
              </>
            ) : total > 0 ? (
              <PageOutOfRange onTurn={(turned) => go({ q, page: turned })} />
            ) : q ? (
              <EmptyState icon={Search} title={messages.none(q)} />
            ) : (
              <EmptyState icon={FileIcon} title={messages.empty.title}>
                {maySend && messages.empty.text}
              </EmptyState>
            )
          }
        </QueryResult>
        {maySend && (
          <p className="quiet sending" role="status">
            {progress || messages.dropHere}
          </p>
        )}
      </search>
      {pendingAction && <FileDialog pendingAction={pendingAction} folders={names} onDone={end} onClose={close} />}
    </Page>
  )
}
