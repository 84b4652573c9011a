import type { FoundKind } from '#schema/web/graphql'
import type { messages } from './activity.messages.ts'

type Subject = keyof typeof messages.things
type Action = Exclude<keyof typeof messages.done, `${string}.${string}`>

/** The events of the service by subject. */
export const activityEvents = {
  invoice: ['created', 'updated', 'sent', 'paid', 'partially_paid', 'overdue', 'deleted'],
  quote: ['created', 'updated', 'sent', 'signed', 'rejected', 'expired', 'converted', 'deleted'],
  contract: ['created', 'signed', 'cancelled'],
  reminder: ['sent'],
  client: ['created', 'updated', 'deleted'],
  project: ['created', 'updated', 'archived', 'deleted'],
  task: ['created', 'updated', 'completed', 'assigned', 'moved', 'deleted'],
  subtask: ['created', 'completed', 'deleted'],
  comment: ['created'],
  time_entry: ['created', 'started', 'stopped', 'updated', 'deleted'],
  page: ['created', 'updated', 'deleted'],
  absence: ['created', 'updated', 'deleted'],
  booking: ['created', 'cancelled', 'rescheduled'],
} as const satisfies Readonly<Record<Subject, readonly Action[]>>

export const listEventNames = (resource: Subject) => activityEvents[resource].map((action) => `${resource}.${action}`)

/** Events that notify other members. */
export const notifiedEvents = [
  'quote.signed',
  'quote.rejected',
  'contract.signed',
  'invoice.paid',
  'invoice.partially_paid',
  'invoice.overdue',
  'task.assigned',
  'comment.created',
  'booking.created',
  'booking.cancelled',
  'booking.rescheduled',
] as const

/** Events that can report an undelivered mail. */
export const deliveryEvents = ['invoice.updated', 'quote.updated'] as const

/** Whether an update reports that the mail of a document or reminder was not delivered. */
export const isUndelivered = ({ actor, changes }: { actor: { type: string }; changes?: readonly string[] | null }) =>
  actor.type === 'system' && (changes?.some((field) => field === 'delivery' || field === 'reminders') ?? false)

interface ActivityEvent {
  event: string
  actor: { id?: string | null }
  data: unknown
}

/** Whether an event is addressed to this member. Excludes their own actions and other members' tasks and bookings. */
export function isAddressedTo({ event, actor, data }: ActivityEvent, member: string): boolean {
  if (actor.id === member) return false
  const { assignee_ids: assignees, user_id: host, content } = data as Readonly<Record<string, unknown>>
  if (event === 'task.assigned') return Array.isArray(assignees) && assignees.includes(member)
  if (event === 'comment.created') return typeof content === 'string' && content.includes(member)
  if (event.startsWith('booking.')) return host === undefined || host === member
  return true
}

/** The record that an event is about, if it has a page of its own. */
export function findSubject({ event, data }: ActivityEvent): { kind: FoundKind; id: string } | undefined {
  const [resource = '', action] = event.split('.')
  const { id, task_id: task, invoice_id: invoice } = data as Readonly<Record<string, string | undefined>>
  if (action === 'deleted') return undefined
  if ((resource === 'comment' || resource === 'subtask') && task) return { kind: 'task', id: task }
  if (resource === 'reminder' && invoice) return { kind: 'invoice', id: invoice }
  const kinds: readonly string[] = [
    'client',
    'contract',
    'invoice',
    'page',
    'project',
    'quote',
    'task',
  ] satisfies FoundKind[]
  return id && kinds.includes(resource) ? { kind: resource as FoundKind, id } : undefined
}
