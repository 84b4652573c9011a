import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CreatePageDocument, PageTreeDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Choice, Field } from '../ui/field.tsx'
import { keepFocus } from '../ui/focus.ts'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Forbidden, Loaded } from '../ui/states.tsx'
import { words } from '../words/words.ts'
import { choicesOf, treeIn } from './branch.ts'
import { said } from './pages.words.ts'
import './pages.css'

const shown = getRouteApi('/pages/new')

/** The text of a page, once it can be written. */
const text = () => document.querySelector<HTMLElement>('main .document [contenteditable="true"]')

export function NewPage() {
  const { parent } = shown.useSearch()
  const may = useMay()
  const navigate = useNavigate()
  const answer = useQuery(PageTreeDocument, {}, ['page'])
  const [create] = useMutation(CreatePageDocument)
  return (
    <Page title={said.create}>
      <div className="card">
        {may('createPage') ? (
          <Loaded answer={answer} pick={treeIn}>
            {(tree) => (
              <div className="part">
                <Form
                  send={({ title = '', icon, under }) =>
                    create({ input: { title, icon: icon || null, parentId: under || null, template: false } })
                  }
                  onDone={({ createPage: { id } }) => {
                    keepFocus(text, document.getElementById('content'))
                    navigate({ to: '/pages/$id', params: { id }, replace: true })
                  }}
                >
                  {({ wrong, isBusy }) => (
                    <>
                      <Field label={said.title} name="title" required autoFocus wrong={wrong.title} />
                      <Field label={said.icon} hint={said.iconHint} name="icon" wrong={wrong.icon} />
                      <Choice
                        label={said.under}
                        name="under"
                        options={choicesOf(tree, said.top)}
                        defaultValue={parent ?? ''}
                        wrong={wrong.parentId}
                      />
                      <div className="actions">
                        <Button type="submit" look="primary" isBusy={isBusy}>
                          {said.submit}
                        </Button>
                        <Link to="/pages" className="button" ignoreBlocker>
                          {words.cancel}
                        </Link>
                      </div>
                    </>
                  )}
                </Form>
              </div>
            )}
          </Loaded>
        ) : (
          <Forbidden />
        )}
      </div>
    </Page>
  )
}
