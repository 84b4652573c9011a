import { Bot, Pencil, Sparkles, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  CommentsOfTaskDocument,
  type CommentsOfTaskQuery,
  DeleteCommentDocument,
  RewriteCommentDocument,
  WriteCommentDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { pickField } from '../graphql/fetch-graphql.ts'
import { formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { type SaveVersion, VersionedForm } from '../ui/versioned-form.tsx'
import { useInPlaceEditor } from './in-place-editor.tsx'
import { htmlToMarkdown, markdownToHtml } from './markdown.ts'
import { assistantName, MentionArea, type MentionAreaHandle } from './mention-area.tsx'
import { RichText } from './rich-text.tsx'
import { messages } from './tasks.messages.ts'

type Comment = NonNullable<CommentsOfTaskQuery['comments']>['comments'][number]

const pageSize = 50

/** The comments on a task, oldest first, with a form for a new one. */
export function Comments({ taskId }: { taskId: string }) {
  const may = useMay()
  const [pages, setPages] = useState(1)
  const [total, setTotal] = useState(0)
  // Each page has its own query. The latest one is refetched after a new comment.
  const latest = useRef<() => void>(null)
  return (
    <section className="card" aria-labelledby="task-comments">
      <header className="part over">
        <h2 id="task-comments">{messages.comments}</h2>
        {total > 0 && <span className="quiet">{total}</span>}
      </header>
      <div className="part comments">
        {total > pages * pageSize && (
          <Button variant={['small', 'plain']} onClick={() => setPages(pages + 1)}>
            {messages.older}
          </Button>
        )}
        {Array.from({ length: pages }, (_, index) => pages - index).map((page) => (
          <CommentPage
            key={page}
            {...{ taskId, page }}
            onTotal={setTotal}
            onRetry={(retry) => {
              if (page === 1) latest.current = retry
            }}
          />
        ))}
        {may('createComment') && <NewComment taskId={taskId} onDone={() => latest.current?.()} />}
      </div>
    </section>
  )
}

interface CommentPageProps {
  taskId: string
  page: number
  onTotal: (total: number) => void
  onRetry: (retry: () => void) => void
}

function CommentPage({ taskId, page, onTotal, onRetry }: CommentPageProps) {
  const answer = useQuery(CommentsOfTaskDocument, { taskId, page }, ['comment', 'task'])
  onRetry(answer.retry)
  const total = answer.data?.comments?.total
  useEffect(() => {
    if (total !== undefined) onTotal(total)
  }, [total, onTotal])
  return (
    <QueryResult query={answer} pick={({ comments }) => comments}>
      {({ comments }) =>
        comments.length === 0 ? (
          <p className="quiet">{messages.noComments}</p>
        ) : (
          <ol className="plain-list" aria-label={messages.comments}>
            {comments.toReversed().map((comment) => (
              <CommentRow key={comment.id} comment={comment} retry={answer.retry} />
            ))}
          </ol>
        )
      }
    </QueryResult>
  )
}

function NewComment({ taskId, onDone }: { taskId: string; onDone: () => void }) {
  const [write, isSending] = useMutation(WriteCommentDocument)
  const [text, type] = useState('')
  const [error, setError] = useState<string>()
  const area = useRef<MentionAreaHandle>(null)
  const send = async () => {
    if (!text.trim() || isSending) return
    const { problem } = await write({ taskId, content: await markdownToHtml(text) })
    setError(problem?.message)
    if (problem) return
    type('')
    onDone()
    area.current?.focus()
  }
  return (
    <div className="new-comment">
      <MentionArea
        label={messages.comment}
        hint={messages.commentHint}
        {...{ text, error }}
        onType={type}
        onSend={send}
        ref={area}
      />
      <div className="actions">
        <Button variant="primary" isBusy={isSending} disabled={!text.trim()} onClick={send}>
          {messages.send}
        </Button>
        <Button
          variant="plain"
          onClick={() => area.current?.insert(`${/\S$/.test(text) ? ' ' : ''}@${assistantName} `)}
        >
          <Sparkles size={16} aria-hidden />
          {messages.ask}
        </Button>
      </div>
    </div>
  )
}

function CommentRow({ comment, retry }: { comment: Comment; retry: () => void }) {
  const { id, version, authorId, author, content, createdAt, updatedAt } = comment
  const { member } = useSession()
  const may = useMay()
  const [remove] = useMutation(DeleteCommentDocument)
  const { editing: isEditing, button, begin, end } = useInPlaceEditor(comment)
  const [isDeleting, setDeleting] = useState(false)
  const name = comment.assistant ? messages.assistant : author.name
  const isMine = authorId === member.id || member.role === 'owner' || member.role === 'admin'
  return (
    <li>
      <article aria-label={name}>
        <header>
          {comment.assistant && <Bot size={16} aria-hidden />}
          <strong>{name}</strong>
          <time dateTime={createdAt} className="quiet">
            {formatDateTime(createdAt)}
            {version > 1 && updatedAt !== createdAt && ` · ${messages.edited}`}
          </time>
          {isMine && !isEditing && (
            <span className="row-actions">
              {may('updateComment') && (
                <Button
                  variant={['plain', 'small']}
                  aria-label={messages.editComment(name)}
                  ref={button}
                  onClick={begin}
                >
                  <Pencil size={14} aria-hidden />
                </Button>
              )}
              {may('deleteComment') && (
                <Button
                  variant={['plain', 'small']}
                  aria-label={messages.deleteComment(name)}
                  onClick={() => setDeleting(true)}
                >
                  <Trash2 size={14} aria-hidden />
                </Button>
              )}
            </span>
          )}
        </header>
        {isEditing ? (
          <VersionedForm current={comment} refetch={retry} fieldNames={{ content: messages.comment }}>
            {(initial, save) => (
              <CommentEditor
                label={messages.editComment(name)}
                comment={initial}
                save={save}
                onDone={retry}
                onClose={end}
              />
            )}
          </VersionedForm>
        ) : (
          <RichText html={content} />
        )}
      </article>
      {isDeleting && (
        <ConfirmDialog
          {...messages.sureComment}
          send={() => remove({ id })}
          onDone={() => {
            setDeleting(false)
            retry()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

interface CommentEditorProps {
  label: string
  comment: Comment
  save: SaveVersion
  onDone: () => void
  onClose: () => void
}

function CommentEditor({ label, comment: { id, content }, save, onDone, onClose }: CommentEditorProps) {
  const [rewrite, isSending] = useMutation(RewriteCommentDocument)
  const [text, type] = useState(() => htmlToMarkdown(content))
  const [error, setError] = useState<string>()
  const send = async () => {
    if (!text.trim() || isSending) return
    const written = await markdownToHtml(text)
    const outcome = await save((version) => pickField(rewrite({ id, version, content: written }), 'updateComment'))
    setError(outcome?.problem?.message)
    if (!outcome?.data) return
    onDone()
    onClose()
  }
  return (
    <div className="new-comment">
      <MentionArea {...{ label, text, error }} onType={type} onSend={send} onCancel={onClose} />
      <div className="actions">
        <Button variant={['primary', 'small']} isBusy={isSending} onClick={send}>
          {t.save}
        </Button>
        <Button variant={['plain', 'small']} onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
    </div>
  )
}
