import { useState } from 'react'
import { RevokeShareLinkDocument, ShareFileDocument, ShareFolderDocument, SharesOfDocument } from '#schema/web/graphql'
import { useAllPages, useMutation } from '../graphql/client.ts'
import { formatCount, formatTimestampDate } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { parseDateTimeInput } from '../i18n/service-time.ts'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Feedback, feedbackFor, StatusMessage } from '../ui/feedback.tsx'
import { TextField } from '../ui/field.tsx'
import { preserveFocus, sameControlInNextRow } from '../ui/focus.ts'
import { Form } from '../ui/form.tsx'
import { messages } from './files.messages.ts'

interface ShareDialogProps {
  of: { id: string; name: string; isFolder: boolean }
  onClose: () => void
}

/** Creates a share link for a file or folder and lists existing ones. */
export function ShareDialog({ of: { id, name, isFolder }, onClose }: ShareDialogProps) {
  const answer = useAllPages(SharesOfDocument, isFolder ? { folderId: id } : { fileId: id })
  const [shareFile] = useMutation(ShareFileDocument)
  const [shareFolder] = useMutation(ShareFolderDocument)
  const [revoke] = useMutation(RevokeShareLinkDocument)
  const [url, setUrl] = useState('')
  const [feedback, showFeedback] = useState<Feedback>()
  const links = answer.data?.shareLinks?.shareLinks ?? []
  return (
    <Dialog title={messages.shares.of(name)} isOpen isWide onClose={onClose}>
      <StatusMessage text={feedback?.text} variant={feedback?.variant} />
      {url ? (
        <>
          <p className="quiet">{messages.shares.once}</p>
          <CopyField label={messages.shares.url} text={url} isLabelled />
        </>
      ) : (
        <Form
          send={async ({ password, until }) => {
            // The link is valid until the end of the chosen day.
            const expiresAt = until ? new Date(parseDateTimeInput(`${until}T23:59`) + 59_000).toISOString() : null
            const input = { password: password || null, expiresAt }
            if (isFolder) {
              const { data, problem } = await shareFolder({ folderId: id, input })
              return problem ? { problem } : { data: data.shareFolder.url }
            }
            const { data, problem } = await shareFile({ fileId: id, input })
            return problem ? { problem } : { data: data.shareFile.url }
          }}
          onDone={setUrl}
        >
          {({ errors, isBusy }) => (
            <>
              <p className="quiet">{messages.shares.text}</p>
              <TextField
                label={messages.shares.password}
                hint={messages.shares.passwordHint}
                name="password"
                type="password"
                autoComplete="new-password"
                error={errors.password}
              />
              <TextField label={messages.shares.until} name="until" type="date" error={errors.expiresAt} />
              <div className="actions start">
                <Button type="submit" variant="primary" isBusy={isBusy}>
                  {messages.shares.create}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
      {links.length > 0 && (
        <section aria-labelledby="share-links">
          <h3 id="share-links">{messages.shares.links}</h3>
          <ul className="share-links">
            {links.map((link) => (
              <li key={link.id}>
                <span>
                  {[
                    messages.shares.made(formatTimestampDate(link.createdAt)),
                    link.expiresAt && messages.shares.ends(formatTimestampDate(link.expiresAt)),
                    link.passwordProtected && messages.shares.protected,
                    messages.shares.downloads(formatCount(link.downloadCount)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <Button
                  variant={['small', 'danger']}
                  onClick={async ({ currentTarget }) => {
                    preserveFocus(sameControlInNextRow(currentTarget))
                    showFeedback(feedbackFor(await revoke({ id: link.id }), messages.shares.revoked))
                    setUrl('')
                  }}
                >
                  {messages.shares.revoke}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="actions">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
