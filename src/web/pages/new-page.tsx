import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CreatePageDocument, PageTreeDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { preserveFocus } from '../ui/focus.ts'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { ForbiddenState, QueryResult } from '../ui/query-result.tsx'
import { getPageTree, toParentOptions } from './page-tree.ts'
import { messages } from './pages.messages.ts'
import './pages.css'

const route = getRouteApi('/pages/new')

const findEditableText = () => document.querySelector<HTMLElement>('main .document [contenteditable="true"]')

export function PageCreation() {
  const { parent } = route.useSearch()
  const may = useMay()
  const navigate = useNavigate()
  const answer = useQuery(PageTreeDocument, {}, ['page'])
  const [create] = useMutation(CreatePageDocument)
  return (
    <Page title={messages.create}>
      <div className="card">
        {may('createPage') ? (
          <QueryResult query={answer} pick={getPageTree}>
            {(tree) => (
              <div className="part">
                <Form
                  send={({ title = '', icon, under }) =>
                    create({ input: { title, icon: icon || null, parentId: under || null, template: false } })
                  }
                  onDone={({ createPage: { id } }) => {
                    preserveFocus(findEditableText, document.getElementById('content'))
                    navigate({ to: '/pages/$id', params: { id }, replace: true })
                  }}
                >
                  {({ errors, isBusy }) => (
                    <>
                      <TextField label={messages.title} name="title" required autoFocus error={errors.title} />
                      <TextField label={messages.icon} hint={messages.iconHint} name="icon" error={errors.icon} />
                      <SelectField
                        label={messages.under}
                        name="under"
                        options={toParentOptions(tree, messages.top)}
                        defaultValue={parent ?? ''}
                        error={errors.parentId}
                      />
                      <div className="actions">
                        <Button type="submit" variant="primary" isBusy={isBusy}>
                          {messages.submit}
                        </Button>
                        <Link to="/pages" className="button" ignoreBlocker>
                          {t.cancel}
                        </Link>
                      </div>
                    </>
                  )}
                </Form>
              </div>
            )}
          </QueryResult>
        ) : (
          <ForbiddenState />
        )}
      </div>
    </Page>
  )
}
