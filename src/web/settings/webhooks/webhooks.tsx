import '../integrations.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { CreateWebhookDocument, WebhooksDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useListed } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Beyond, Pager } from '../../ui/pager.tsx'
import { Blank, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { writeCount } from '../../words/words.ts'
import { pages } from '../settings.words.ts'
import { Secret, WebhookForm } from './webhook-form.tsx'
import { nameOf, StateBadge } from './webhook-state.tsx'
import { said } from './webhooks.words.ts'

/** Where events are sent to. */
export function Webhooks() {
  const { page } = useListed()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const answer = useQuery(WebhooksDocument, { page })
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {said.create}
    </Button>
  )
  return (
    <Page title={pages.webhooks.title} about={pages.webhooks.about} action={create}>
      <div className="card">
        <Loaded answer={answer} pick={({ webhooks }) => webhooks}>
          {({ total, webhooks }) =>
            webhooks.length === 0 && total > 0 ? (
              <Beyond onTurn={(turned) => navigate({ to: '.', search: { page: turned }, replace: true })} />
            ) : webhooks.length === 0 ? (
              <Blank icon={WebhookIcon} title={said.empty.title}>
                {said.empty.text}
              </Blank>
            ) : (
              <>
                <Table
                  label={pages.webhooks.title}
                  rows={webhooks}
                  columns={[
                    {
                      label: said.description,
                      kind: 'main',
                      show: (webhook) => (
                        <Link to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
                          {nameOf(webhook)}
                        </Link>
                      ),
                    },
                    { label: said.url, kind: 'quiet', show: ({ url }) => <code className="cut">{url}</code> },
                    { label: said.events, show: ({ events }) => countOf(events) },
                    { label: said.state, show: (webhook) => <StateBadge of={webhook} /> },
                  ]}
                />
                <Pager
                  page={page}
                  total={total}
                  onTurn={(turned) => navigate({ to: '.', search: { page: turned }, replace: true })}
                />
              </>
            )
          }
        </Loaded>
      </div>
      {isCreating && <Create onClose={() => setCreating(false)} />}
    </Page>
  )
}

const countOf = (events: readonly string[]) =>
  events.includes('*') ? said.all : said.count(events.length, writeCount(events.length))

function Create({ onClose }: { onClose: () => void }) {
  const [createWebhook] = useMutation(CreateWebhookDocument)
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const navigate = useNavigate()
  const open = (webhookId: string) => navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId } })
  return made ? (
    <Dialog title={said.made.title} isOpen onClose={() => open(made.id)} isQuestion>
      <Secret secret={made.secret} onClose={() => open(made.id)} />
    </Dialog>
  ) : (
    <Dialog title={said.create} isOpen onClose={onClose} isWide>
      <WebhookForm
        submit={said.submit}
        send={(input) => createWebhook({ input })}
        onDone={({ createWebhook: webhook }) => setMade(webhook)}
        onClose={onClose}
      />
    </Dialog>
  )
}
