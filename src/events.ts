/** The events of the specification (§6), each with the resource it is about: 50 names, closed. */
export const catalogue = {
  'invoice.created': 'Invoice',
  'invoice.updated': 'Invoice',
  'invoice.sent': 'Invoice',
  'invoice.paid': 'Invoice',
  'invoice.partially_paid': 'Invoice',
  'invoice.overdue': 'Invoice',
  'invoice.deleted': 'Invoice',
  'quote.created': 'Quote',
  'quote.updated': 'Quote',
  'quote.sent': 'Quote',
  'quote.signed': 'Quote',
  'quote.rejected': 'Quote',
  'quote.expired': 'Quote',
  'quote.converted': 'Quote',
  'quote.deleted': 'Quote',
  'contract.created': 'Contract',
  'contract.signed': 'Contract',
  'contract.cancelled': 'Contract',
  'reminder.sent': 'Reminder',
  'client.created': 'Client',
  'client.updated': 'Client',
  'client.deleted': 'Client',
  'project.created': 'Project',
  'project.updated': 'Project',
  'project.archived': 'Project',
  'project.deleted': 'Project',
  'task.created': 'Task',
  'task.updated': 'Task',
  'task.completed': 'Task',
  'task.assigned': 'Task',
  'task.moved': 'Task',
  'task.deleted': 'Task',
  'subtask.created': 'Subtask',
  'subtask.completed': 'Subtask',
  'subtask.deleted': 'Subtask',
  'comment.created': 'Comment',
  'time_entry.created': 'TimeEntry',
  'time_entry.started': 'TimeEntry',
  'time_entry.stopped': 'TimeEntry',
  'time_entry.updated': 'TimeEntry',
  'time_entry.deleted': 'TimeEntry',
  'page.created': 'Page',
  'page.updated': 'Page',
  'page.deleted': 'Page',
  'absence.created': 'Absence',
  'absence.updated': 'Absence',
  'absence.deleted': 'Absence',
  'booking.created': 'Booking',
  'booking.cancelled': 'Booking',
  'booking.rescheduled': 'Booking',
} as const

/**
 * Events that features add to the catalogue: their names and types by declaration merging, their values in `events` of
 * the manifest.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface FeatureEvents {}

export type EventName = keyof typeof catalogue | keyof FeatureEvents
export type EventResource = (typeof catalogue)[keyof typeof catalogue] | FeatureEvents[keyof FeatureEvents]

/** Every event's name, and the resource it is about. */
export const resourceOfEvent = { ...catalogue } as Record<EventName, EventResource>

export const eventNames = Object.keys(catalogue) as EventName[]

/** Adds the events of features. */
export function declareEvents(events: Readonly<Partial<Record<EventName, EventResource>>>) {
  for (const name of Object.keys(events) as EventName[]) if (!isEventName(name)) eventNames.push(name)
  Object.assign(resourceOfEvent, events)
}

export const isEventName = (name: string): name is EventName => Object.hasOwn(resourceOfEvent, name)
