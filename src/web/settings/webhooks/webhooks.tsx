import '../integrations.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { CreateWebhookDocument, WebhooksDocument } from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import { formatCount } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useListSearch } from '../../ui/list-page.tsx'
import { Page } from '../../ui/page.tsx'
import { PageOutOfRange, Pager } from '../../ui/pager.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import { pages } from '../settings.messages.ts'
import { SecretDisplay, WebhookForm } from './webhook-form.tsx'
import { StateBadge, webhookName } from './webhook-state.tsx'
import { messages } from './webhooks.messages.ts'

export function Webhooks() {
  const { page } = useListSearch()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const answer = useQuery(WebhooksDocument, { page })
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {messages.create}
    </Button>
  )
  return (
    <Page title={pages.webhooks.title} about={pages.webhooks.about} action={create}>
      <div className="card">
        <QueryResult query={answer} pick={({ webhooks }) => webhooks}>
          {({ total, webhooks }) =>
            webhooks.length === 0 && total > 0 ? (
              <PageOutOfRange onTurn={(turned) => navigate({ to: '.', search: { page: turned }, replace: true })} />
            ) : webhooks.length === 0 ? (
              <EmptyState icon={WebhookIcon} title={messages.empty.title}>
                {messages.empty.text}
              </EmptyState>
            ) : (
              <>
                <Table
                  label={pages.webhooks.title}
                  rows={webhooks}
                  columns={[
                    {
                      label: messages.description,
                      kind: 'main',
                      show: (webhook) => (
                        <Link to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
                          {webhookName(webhook)}
                        </Link>
                      ),
                    },
                    { label: messages.url, kind: 'quiet', show: ({ url }) => <code className="cut">{url}</code> },
                    { label: messages.events, show: ({ events }) => formatEventCount(events) },
                    { label: messages.state, show: (webhook) => <StateBadge of={webhook} /> },
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
        </QueryResult>
      </div>
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}

const formatEventCount = (events: readonly string[]) =>
  events.includes('*') ? messages.all : messages.count(events.length, formatCount(events.length))

function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const [createWebhook] = useMutation(CreateWebhookDocument)
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const navigate = useNavigate()
  const open = (webhookId: string) => navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId } })
  return made ? (
    <Dialog title={messages.made.title} isOpen onClose={() => open(made.id)} isQuestion>
      <SecretDisplay secret={made.secret} onClose={() => open(made.id)} />
    </Dialog>
  ) : (
    <Dialog title={messages.create} isOpen onClose={onClose} isWide>
      <WebhookForm
        submit={messages.submit}
        send={(input) => createWebhook({ input })}
        onDone={({ createWebhook: webhook }) => setMade(webhook)}
        onClose={onClose}
      />
    </Dialog>
  )
}
