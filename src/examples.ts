import type { Examples } from './core/rest/openapi-examples.ts'

const id = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

/** What the examples are about. A test makes each of them and sends every example as it stands. */
export const exampleIds = {
  client: id(1),
  prospect: id(2),
  project: id(3),
  column: id(4),
  emptyColumn: id(5),
  task: id(6),
  subtask: id(7),
  comment: id(8),
  attachment: id(9),
  tag: id(10),
  member: id(11),
  timeEntry: id(12),
  runningTimer: id(13),
  draft: id(14),
  sent: id(15),
  payment: id(16),
  file: id(17),
  folder: id(18),
  emptyFolder: id(19),
  whiteboard: id(20),
  webhook: id(21),
  delivery: id(22),
  token: id(23),
  creditor: id(24),
}

const ids = exampleIds

const consulting = {
  description: 'Beratung zur Einführung\nWorkshop vor Ort, ein Tag',
  quantity: 8,
  unit: 'HUR',
  unit_price_cents: 11000,
  tax_rate: 19,
}

/** Requests as they may be sent, by operation: `docs` shows them, and generated clients carry them along. */
export const examples: Examples = {
  ids: {
    '/clients': ids.client,
    '/projects': ids.project,
    '/columns': ids.column,
    '/tasks': ids.task,
    '/subtasks': ids.subtask,
    '/comments': ids.comment,
    '/attachments': ids.attachment,
    '/tags': ids.tag,
    '/members': ids.member,
    '/time-entries': ids.timeEntry,
    '/invoices': ids.draft,
    '/payments': ids.payment,
    '/storage/files': ids.file,
    '/storage/folders': ids.folder,
    '/whiteboards': ids.whiteboard,
    '/webhooks': ids.webhook,
    '/webhooks/deliveries': ids.delivery,
    '/tokens': ids.token,
  },
  operations: {
    listClients: { parameters: { q: 'müller', archived: 'false', sort: 'name', per_page: '50' } },
    createClient: {
      body: {
        name: 'Müller & Söhne',
        email: 'einkauf@mueller.example',
        invoice_email: 'rechnung@mueller.example',
        contact_name: 'Jörg Süß',
        street: 'Ring 2',
        postal_code: '10115',
        city: 'Berlin',
        country: 'DE',
        vat_id: 'DE136695976',
        payment_terms_days: 14,
        external_id: 'crm-4711',
        metadata: { source: 'trade fair', segment: 'craft' },
      },
    },
    updateClient: { body: { city: 'Potsdam', notes: null } },
    deleteClient: { parameters: { id: ids.prospect } },

    listProjects: { parameters: { client_id: ids.client, status: 'active' } },
    createProject: {
      body: {
        name: 'Neuer Auftritt',
        client_id: ids.client,
        color: '#1f6feb',
        budget_minutes: 4800,
        hourly_rate_cents: 11000,
      },
    },
    updateProject: { body: { description: 'Zweite Ausbaustufe', budget_minutes: 6000 } },
    setProjectStatus: { body: { status: 'on_hold' } },
    createColumn: { body: { name: 'Abnahme', sort_order: 3 } },
    updateColumn: { body: { name: 'In Prüfung' } },
    moveColumn: { body: { position: 2 } },
    deleteColumn: { parameters: { id: ids.emptyColumn } },

    listTasks: { parameters: { assignee_id: 'me', status: 'open', due_before: '2026-12-01', sort: 'due_date' } },
    createTask: {
      body: {
        title: 'Startseite entwerfen',
        project_id: ids.project,
        column_id: ids.column,
        description: '<p>Drei Entwürfe, <strong>einer mutig</strong>.</p>',
        priority: 'high',
        start_date: '2026-11-23',
        due_date: '2026-11-30',
        estimate_minutes: 480,
        assignee_ids: [ids.member],
        tag_ids: [ids.tag],
      },
    },
    updateTask: { body: { due_date: '2026-12-04', priority: 'urgent' } },
    moveTask: { body: { column_id: ids.emptyColumn, position: 0 } },
    createSubtask: { body: { title: 'Farben abstimmen' } },
    updateSubtask: { body: { done: true } },
    createComment: { body: { content: 'Der zweite Entwurf gefällt dem Kunden am besten.' } },
    updateComment: { body: { content: 'Der dritte Entwurf gefällt dem Kunden am besten.' } },
    createAttachment: { body: { file_id: ids.file } },
    updateAttachment: { body: { file_id: ids.file } },
    createTag: { body: { name: 'Gestaltung', color: '#8250df' } },
    updateTag: { body: { name: 'Design' } },
    createWhiteboard: {
      body: { title: 'Seitenstruktur', project_id: ids.project, scene: { type: 'excalidraw', elements: [] } },
    },
    updateWhiteboard: { body: { title: 'Seitenstruktur, zweite Fassung' } },

    listTimeEntries: {
      parameters: { project_id: ids.project, billable: 'true', from: '2026-11-01', to: '2026-11-30' },
    },
    createTimeEntry: {
      body: {
        task_id: ids.task,
        description: 'Entwürfe',
        started_at: '2026-01-12T09:00:00+01:00',
        ended_at: '2026-01-12T11:30:00+01:00',
      },
    },
    updateTimeEntry: { body: { description: 'Entwürfe und Abstimmung', billable: false } },
    startTimer: { body: { task_id: ids.task, description: 'Entwürfe' } },
    stopTimer: { parameters: { id: ids.runningTimer } },

    listInvoices: {
      parameters: { status: 'sent,overdue', client_id: ids.client, from: '2026-01-01', to: '2026-12-31' },
    },
    createInvoice: {
      body: {
        client_id: ids.client,
        issue_date: '2026-01-31',
        due_date: '2026-02-14',
        service_from: '2026-01-01',
        service_to: '2026-01-31',
        introduction: 'Vielen Dank für die gute Zusammenarbeit.',
        line_items: [
          consulting,
          { description: 'Fahrtkosten', quantity: 84, unit: 'KMT', unit_price_cents: 42, tax_rate: 19 },
        ],
      },
    },
    updateInvoice: { body: { due_date: '2026-02-28', line_items: [{ ...consulting, quantity: 9.5 }] } },
    invoiceFromTimeEntries: {
      body: { client_id: ids.client, project_id: ids.project, from: '2026-01-01', to: '2026-01-31', per: 'task' },
    },
    sendInvoice: { body: { cc: ['buchhaltung@mueller.example'], subject: 'Ihre Rechnung' } },
    resendInvoice: { parameters: { id: ids.sent }, body: { to: ['einkauf@mueller.example'] } },
    duplicateInvoice: { parameters: { id: ids.sent } },
    getInvoiceXml: { parameters: { id: ids.sent } },
    listPayments: { parameters: { id: ids.sent } },
    creditInvoice: {
      parameters: { id: ids.sent },
      body: { line_items: [{ ...consulting, quantity: 2 }], reason: 'Zwei Stunden fielen aus.' },
    },
    recordPayment: {
      parameters: { id: ids.sent },
      body: { amount_cents: 50000, paid_at: '2026-02-10', method: 'bank_transfer', reference: 'RE-2026-0001' },
    },

    refundClient: {
      parameters: { id: ids.creditor },
      body: {
        amount_cents: 5000,
        paid_at: '2026-02-20',
        method: 'bank_transfer',
        reference: 'Überzahlung RE-2026-0001',
      },
    },

    createMember: { body: { name: 'Maren Kruse', email: 'maren@werkstatt.example', role: 'member', language: 'de' } },
    updateMember: { body: { role: 'accountant', timezone: 'Europe/Berlin' } },
    createToken: { body: { name: 'Auswertung', scope: 'read', expires_at: '2027-06-30T22:00:00Z' } },
    updateOrganization: {
      body: {
        legal_name: 'Kontor Werkstatt GmbH',
        street: 'Speicherstraße 12',
        postal_code: '20457',
        city: 'Hamburg',
        country: 'DE',
        vat_id: 'DE136695976',
        tax_number: '22/123/45678',
        iban: 'DE02120300000000202051',
        default_payment_terms_days: 14,
      },
    },

    createFolder: { body: { name: 'Verträge', parent_id: ids.folder } },
    updateFolder: { body: { name: 'Angebote' } },
    deleteFolder: { parameters: { id: ids.emptyFolder } },
    updateFile: { body: { name: 'Entwurf 2.txt', folder_id: ids.folder } },

    createWebhook: {
      body: { url: 'https://example.com/kontor', events: ['invoice.paid', 'task.completed'], description: 'ERP' },
    },
    updateWebhook: { body: { events: ['*'] } },
    replayWebhook: { body: { since: '2026-11-20T00:00:00Z' } },

    listEvents: { parameters: { names: 'invoice.sent,invoice.paid', per_page: '100' } },
    search: { parameters: { q: 'Müller' } },
    getRevenueReport: { parameters: { from: '2026-01-01', to: '2026-12-31' } },
    getTimeReport: { parameters: { from: '2026-01-01', to: '2026-01-31' } },
    getTimeReportCsv: { parameters: { from: '2026-01-01', to: '2026-01-31' } },
    getVatReport: { parameters: { from: '2026-01-01', to: '2026-03-31' } },
  },
}
