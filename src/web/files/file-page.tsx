import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download, FileIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  FilePageDocument,
  type FilePageQuery,
  FilePictureDocument,
  FileUploaderDocument,
  FoldersDocument,
} from '#schema/web/graphql'
import { useAllPages, useQuery } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { formatDateTime } from '../i18n/format.ts'
import { formatBytes } from '../i18n/format-bytes.ts'
import { downloadFile, toSameOrigin } from '../pages/links.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { StatusMessage, useAction } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, QueryResult } from '../ui/query-result.tsx'
import { FileActionsMenu } from './file-actions.tsx'
import { type FileAction, FileDialog } from './file-dialogs.tsx'
import { messages } from './files.messages.ts'
import { FolderBreadcrumbs, findFolderPath } from './folder-path.tsx'
import './files.css'

type File = NonNullable<FilePageQuery['file']>

/** Polls for a preview that is still being rendered. */
const previewPollMs = 1500

const route = getRouteApi('/files/$id')

/** A file with its preview, details and actions. */
export function FilePage() {
  const { id } = route.useParams()
  const answer = useQuery(FilePageDocument, { id })
  const file = answer.data?.file
  const isPending = file?.preview === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(answer.retry, previewPollMs)
    return () => clearInterval(timer)
  }, [isPending, answer.retry])
  return file ? (
    <FileDetails key={file.id} file={file} />
  ) : (
    <Page title={messages.files}>
      <div className="card">
        <QueryResult query={answer} pick={({ file: found }) => found}>
          {() => null}
        </QueryResult>
      </div>
    </Page>
  )
}

function FileDetails({ file }: { file: File }) {
  const { id, name, folderId } = file
  const may = useMay()
  const navigate = useNavigate()
  const { pendingAction, begin, feedback, end, close } = useAction<FileAction>()
  const known = useAllPages(FoldersDocument, {})
  const folders = known.data?.folders?.folders ?? []
  const names = Object.fromEntries(folders.map((each) => [each.id, each.name]))
  return (
    <Page
      title={name}
      about={<FolderBreadcrumbs folders={findFolderPath(folders, folderId)} />}
      action={
        <div className="actions">
          {may('fileDownload') && (
            <Button variant="primary" onClick={() => downloadFile(id)}>
              <Download size={16} aria-hidden />
              {messages.download}
            </Button>
          )}
          <FileActionsMenu of={{ id, name, folderId, isFolder: false }} begin={begin} />
        </div>
      }
    >
      <StatusMessage {...feedback} />
      <div className="file">
        <section className="card" aria-label={messages.preview}>
          {file.preview === 'ready' ? (
            <PreviewImage of={file} />
          ) : (
            <EmptyState
              icon={FileIcon}
              title={file.preview === 'pending' ? messages.previewPending : messages.noPreview}
            />
          )}
        </section>
        <FileFacts file={file} />
      </div>
      {pendingAction && (
        <FileDialog
          pendingAction={pendingAction}
          folders={names}
          onDone={(text, undo) => {
            if (pendingAction.kind !== 'delete') return end(text, undo)
            navigate({ to: '/files', search: folderId ? { folder: folderId } : {}, replace: true })
          }}
          onClose={close}
        />
      )}
    </Page>
  )
}

/** The large preview. Its URL expires after five minutes, but the loaded image stays. */
function PreviewImage({ of: { id, name } }: { of: File }) {
  const [url, show] = useState<string>()
  useEffect(() => {
    fetchGraphql(FilePictureDocument, { id }).then(({ data }) => show(data?.filePreview?.url))
  }, [id])
  return url ? <img src={toSameOrigin(url)} alt={messages.previewOf(name)} /> : null
}

function FileFacts({ file: { contentType, sizeBytes, createdAt, uploadedBy, sha256 } }: { file: File }) {
  const may = useMay()
  const facts = [
    [messages.kind, contentType],
    [messages.size, formatBytes(sizeBytes)],
    [messages.added, formatDateTime(createdAt)],
    [messages.uploadedBy, may('member') && <UploaderName of={uploadedBy} />],
    [messages.checksum, <code key="sha256">{sha256}</code>],
  ] as const
  return (
    <section className="card" aria-label={messages.facts}>
      <dl className="part facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

function UploaderName({ of: id }: { of: string }) {
  const { data, problem } = useQuery(FileUploaderDocument, { id })
  return problem ? messages.formerMember : data?.member?.name
}
