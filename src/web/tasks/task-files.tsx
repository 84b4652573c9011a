import { Paperclip, Upload, X } from 'lucide-react'
import { useId, useState } from 'react'
import {
  AttachDocument,
  type AttachmentDataFragment,
  AttachmentsOfTaskDocument,
  DetachDocument,
  DownloadOfAttachmentDocument,
} from '#schema/web/graphql'
import { useAllPages, useMutation } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { uploadFile } from '../graphql/upload-file.ts'
import { formatBytes } from '../i18n/format-bytes.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { type Feedback, feedbackFor } from '../ui/feedback.tsx'
import { preserveFocus, sameControlInNextRow } from '../ui/focus.ts'
import { messages } from './tasks.messages.ts'

interface TaskFilesProps {
  taskId: string
  attachments: readonly AttachmentDataFragment[]
  retry: () => void
  showFeedback: (feedback: Feedback) => void
}

const maxFilesWithTask = 100

/** The files of a task: upload, download and remove. */
export const TaskFiles = (given: TaskFilesProps) =>
  given.attachments.length < maxFilesWithTask ? <TaskFileList {...given} /> : <AllTaskFiles {...given} />

function AllTaskFiles({ retry, ...given }: TaskFilesProps) {
  const answer = useAllPages(AttachmentsOfTaskDocument, { taskId: given.taskId }, ['task'])
  const attachments = answer.data?.attachments?.attachments ?? given.attachments
  const again = () => {
    retry()
    answer.retry()
  }
  return <TaskFileList {...given} attachments={attachments} retry={again} />
}

function TaskFileList({ taskId, attachments, retry, showFeedback }: TaskFilesProps) {
  const id = useId()
  const may = useMay()
  const [attach] = useMutation(AttachDocument)
  const [detach] = useMutation(DetachDocument)
  const [isOver, setOver] = useState(false)
  const [underWay, setUnderWay] = useState<string>()
  const mayAttach = may('createAttachment') && may('uploadUrl')
  const take = async (files: Iterable<File>) => {
    for (const file of files) {
      setUnderWay(file.name)
      const fileId = await uploadFile(file)
      const { problem } = typeof fileId === 'string' ? await attach({ taskId, fileId }) : { problem: fileId }
      showFeedback(
        problem
          ? { variant: 'danger', text: problem.message }
          : { variant: 'good', text: messages.uploaded(file.name) },
      )
    }
    setUnderWay(undefined)
    retry()
  }
  const fetchFile = async ({ file }: AttachmentDataFragment) => {
    const { data, problem } = await fetchGraphql(DownloadOfAttachmentDocument, { id: file.id })
    if (!data?.fileDownload) return showFeedback({ variant: 'danger', text: problem?.message ?? '' })
    const { pathname, search, href } = new URL(data.fileDownload.url)
    // Local files are downloaded by path, as the app may be opened under another host name.
    const link = Object.assign(document.createElement('a'), {
      href: pathname.startsWith('/files/') ? pathname + search : href,
      download: file.name,
    })
    link.click()
  }
  const remove = async ({ id: attachmentId, file }: AttachmentDataFragment, button: HTMLElement) => {
    preserveFocus(sameControlInNextRow(button))
    const restore = async () => {
      showFeedback(feedbackFor(await attach({ taskId, fileId: file.id }), t.undone))
      retry()
    }
    showFeedback(
      feedbackFor(await detach({ id: attachmentId }), messages.detached(file.name), mayAttach ? restore : undefined),
    )
    retry()
  }
  return (
    <section
      className="card files"
      aria-labelledby="task-files"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!mayAttach || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!mayAttach || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      <header className="part over">
        <h2 id="task-files">{messages.files}</h2>
      </header>
      <div className="part">
        {attachments.length === 0 && <p className="quiet">{messages.noFiles}</p>}
        {attachments.length > 0 && (
          <ul className="plain-list">
            {attachments.map((attachment) => (
              <li key={attachment.id}>
                <Paperclip size={16} aria-hidden />
                {may('fileDownload') ? (
                  <button type="button" className="as-link" onClick={() => fetchFile(attachment)}>
                    {attachment.file.name}
                  </button>
                ) : (
                  <span>{attachment.file.name}</span>
                )}
                <span className="quiet">{formatBytes(attachment.file.sizeBytes)}</span>
                {may('deleteAttachment') && (
                  <Button
                    variant={['plain', 'small']}
                    aria-label={messages.detach(attachment.file.name)}
                    onClick={({ currentTarget }) => remove(attachment, currentTarget)}
                  >
                    <X size={14} aria-hidden />
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayAttach && (
          <div className="choosing">
            <label className="button">
              <Upload size={16} aria-hidden />
              {messages.choose}
              <input
                className="unseen"
                type="file"
                multiple
                aria-describedby={id}
                onChange={async ({ currentTarget }) => {
                  await take([...(currentTarget.files ?? [])])
                  currentTarget.value = ''
                }}
              />
            </label>
            <span className="quiet" id={id} role="status">
              {underWay ? messages.uploading(underWay) : messages.dropHere}
            </span>
          </div>
        )}
      </div>
    </section>
  )
}
