import { expect, test } from 'vitest'
import { generateRestRoutes } from '#core/rest/routes'
import { byteRoutes, createSchemas } from '../../src/app.ts'
import { catalogue } from '../../src/events.ts'

// The user's specification itself: the routes of its section 4 and the events of its section 6.

const specified = `
GET /clients · POST /clients · GET /clients/{id} · PUT /clients/{id} · DELETE /clients/{id}
GET /projects · POST /projects · GET /projects/{id}/columns · GET /projects/{id}/tasks · PATCH /projects/{id}/status
POST /tasks · PATCH /tasks/{id}/move · PATCH /tasks/{id}/toggle-done · POST /tasks/{taskId}/comments
GET /invoices · POST /invoices · POST /invoices/{id}/send · GET /invoices/{id}/pdf · POST /invoices/{id}/payments
POST /invoices/{id}/credit-note
POST /quotes · POST /quotes/{id}/send · POST /quotes/{id}/convert-to-invoice
POST /time-entries/start · POST /time-entries/{id}/stop · POST /time-entries
GET /calendar/events · POST /calendar/events
POST /pages · PUT /pages/{id}/content · GET /pages/tree
POST /storage/files · GET /storage/files/{id}/download · POST /storage/shares/{fileId}
GET /public/booking/{user_slug}/{type_slug} · GET /public/booking/{user_slug}/{type_slug}/slots
POST /public/booking/{user_slug}/{type_slug}/book
POST /webhooks`
  .split(/[·\n]/)
  .map((route) => route.trim())
  .filter(Boolean)

const declared = new Set([
  ...generateRestRoutes(createSchemas().rest).map(({ route }) => `${route.method} ${route.path}`),
  ...byteRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
])

test('every route of section 4 is there', () => {
  expect(specified).toHaveLength(38)
  expect(specified.filter((route) => !declared.has(route))).toEqual([])
})

test('the catalogue is that of section 6: 50 events in 11 groups', () => {
  const groups: Record<string, string> = {
    invoice: 'created updated sent paid partially_paid overdue deleted',
    quote: 'created updated sent signed rejected expired converted deleted',
    contract: 'created signed cancelled',
    reminder: 'sent',
    client: 'created updated deleted',
    project: 'created updated archived deleted',
    task: 'created updated completed assigned moved deleted',
    subtask: 'created completed deleted',
    comment: 'created',
    time_entry: 'created started stopped updated deleted',
    page: 'created updated deleted',
    absence: 'created updated deleted',
    booking: 'created cancelled rescheduled',
  }
  const names = Object.entries(groups).flatMap(([group, verbs]) => verbs.split(' ').map((verb) => `${group}.${verb}`))
  expect(names).toHaveLength(50)
  expect(Object.keys(catalogue).sort()).toEqual(names.sort())
})
