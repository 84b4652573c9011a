import { useState } from 'react'
import {
  PageVersionShownDocument,
  PageVersionsDocument,
  type PageVersionsQuery,
  RestorePageDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { RichText } from '../tasks/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { messages } from './pages.messages.ts'
import '../tasks/tasks.css'

interface PageVersionsDialogProps {
  page: { id: string; title: string }
  onRestored: () => void
  onClose: () => void
}

type Version = NonNullable<PageVersionsQuery['pageVersions']>['versions'][number]

/** Lists the versions of a page and restores one. */
export function PageVersionsDialog({ page: { id, title }, onRestored, onClose }: PageVersionsDialogProps) {
  const [at, turn] = useState(1)
  const [shown, show] = useState<Version>()
  const answer = useQuery(PageVersionsDocument, { id, page: at }, ['page'])
  return (
    <Dialog title={messages.versions.of(title)} isOpen isWide onClose={onClose}>
      {shown ? (
        <VersionPreview version={shown} onBack={() => show(undefined)} onRestored={onRestored} />
      ) : (
        <QueryResult query={answer} pick={({ pageVersions }) => pageVersions}>
          {({ total, versions }) => (
            <>
              <ul className="versions">
                {versions.map((version) => (
                  <li key={version.id}>
                    <button type="button" className="as-link" onClick={() => show(version)}>
                      {formatDateTime(version.updatedAt)}
                    </button>
                    <span className="quiet">{version.author.name}</span>
                    {version.current && <span className="badge good">{messages.versions.current}</span>}
                    {version.refused && <span className="badge warn">{messages.versions.refused}</span>}
                  </li>
                ))}
              </ul>
              <Pager page={at} total={total} onTurn={turn} />
            </>
          )}
        </QueryResult>
      )}
      {!shown && (
        <div className="actions">
          <Button onClick={onClose}>{t.close}</Button>
        </div>
      )}
    </Dialog>
  )
}

function VersionPreview({
  version,
  onBack,
  onRestored,
}: {
  version: Version
  onBack: () => void
  onRestored: () => void
}) {
  const may = useMay()
  const answer = useQuery(PageVersionShownDocument, { id: version.id })
  const [restore] = useMutation(RestorePageDocument)
  return (
    <Form send={() => restore({ id: version.pageId, input: { versionId: version.id } })} onDone={onRestored}>
      {({ isBusy }) => (
        <>
          <p className="quiet">
            {formatDateTime(version.updatedAt)} · {version.author.name}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <section className="version" aria-label={messages.content} tabIndex={0}>
            <QueryResult query={answer} pick={({ pageVersion }) => pageVersion}>
              {({ content }) =>
                content ? <RichText html={String(content)} /> : <p className="quiet">{messages.versions.empty}</p>
              }
            </QueryResult>
          </section>
          <div className="actions">
            <Button onClick={onBack} autoFocus>
              {messages.versions.back}
            </Button>
            {!version.current && may('restorePage') && (
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {messages.versions.restore}
              </Button>
            )}
          </div>
        </>
      )}
    </Form>
  )
}
