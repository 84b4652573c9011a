import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import {
  DeleteWhiteboardDocument,
  RenameWhiteboardDocument,
  type WhiteboardDataFragment,
  WhiteboardNowDocument,
  WhiteboardPageDocument,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { fetchGraphql, pickField } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { QueryResult } from '../ui/query-result.tsx'
import { messages } from './whiteboards.messages.ts'
import './whiteboards.css'

declare global {
  interface Window {
    EXCALIDRAW_ASSET_PATH?: string
  }
}

const Canvas = lazy(async () => {
  // The fonts are bundled with the app. Excalidraw reads the path when it is imported.
  window.EXCALIDRAW_ASSET_PATH = `${location.origin}/app/assets/`
  return { default: (await import('./canvas.tsx')).Canvas }
})

const route = getRouteApi('/whiteboards/$id')

/** A whiteboard. Excalidraw is loaded on demand. */
export function WhiteboardPage() {
  const { id } = route.useParams()
  const answer = useQuery(WhiteboardPageDocument, { id })
  const whiteboard = answer.data?.whiteboard
  const [status, setStatus] = useState('')
  return (
    <Page
      title={whiteboard?.title ?? messages.title}
      about={
        <>
          {whiteboard?.project && (
            <Link to="/projects/$id/whiteboards" params={{ id: whiteboard.project.id }}>
              {whiteboard.project.name}
            </Link>
          )}
          <span role="status"> {status}</span>
        </>
      }
      action={whiteboard && <WhiteboardActions whiteboard={whiteboard} />}
    >
      <div className="card drawing">
        <QueryResult query={answer} pick={({ whiteboard: found }) => found}>
          {(found) => (
            <Suspense>
              <Canvas key={found.id} whiteboard={found} onStatus={setStatus} />
            </Suspense>
          )}
        </QueryResult>
      </div>
    </Page>
  )
}

function WhiteboardActions({ whiteboard }: { whiteboard: WhiteboardDataFragment }) {
  const { id, title, project } = whiteboard
  const may = useMay()
  const navigate = useNavigate()
  const [rename] = useMutation(RenameWhiteboardDocument)
  const [remove] = useMutation(DeleteWhiteboardDocument)
  const [pendingAction, setPendingAction] = useState<'rename' | 'delete'>()
  /** The version the change is based on. */
  const [seen, see] = useState<Pick<WhiteboardDataFragment, 'title' | 'version'>>(whiteboard)
  const close = () => setPendingAction(undefined)
  const nameIt = (name: string) =>
    rename(
      { id, version: seen.version, title: name },
      {
        fetchCurrent: () => pickField(fetchGraphql(WhiteboardNowDocument, { id }), 'whiteboard'),
        isUnchanged: (now) => now.title === seen.title,
        describeConflict: (now) => {
          see(now)
          return t.changedTo(now.title, [])
        },
      },
    )
  return (
    <div className="actions">
      {may('updateWhiteboard') && (
        <Button
          variant="small"
          onClick={() => {
            see(whiteboard)
            setPendingAction('rename')
          }}
        >
          {messages.rename}
        </Button>
      )}
      {may('deleteWhiteboard') && (
        <Button variant={['small', 'plain', 'danger']} onClick={() => setPendingAction('delete')}>
          {messages.delete}
        </Button>
      )}
      <Dialog title={messages.renaming(title)} isOpen={pendingAction === 'rename'} onClose={close}>
        <Form send={({ name = '' }) => nameIt(name.trim())} onDone={close}>
          {({ errors, isBusy }) => (
            <>
              <TextField
                label={messages.name}
                name="name"
                required
                autoFocus
                defaultValue={title}
                error={errors.title}
              />
              <div className="actions">
                <Button type="submit" variant="primary" isBusy={isBusy}>
                  {t.save}
                </Button>
                <Button onClick={close}>{t.cancel}</Button>
              </div>
            </>
          )}
        </Form>
      </Dialog>
      {pendingAction === 'delete' && (
        <ConfirmDialog
          title={messages.sure.title(title)}
          text={messages.sure.text}
          label={messages.sure.label}
          send={() => remove({ id })}
          onDone={() =>
            project
              ? navigate({ to: '/projects/$id/whiteboards', params: { id: project.id }, replace: true })
              : navigate({ to: '/projects', replace: true })
          }
          onClose={close}
        />
      )}
    </div>
  )
}
