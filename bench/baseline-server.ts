// The baseline for Kontor: node:http and pg, prepared statements, rows as JSON, and one statement per write (row and event with
// a gapless sequence), without tokens, limits, validation and tenants.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'pg'

const [url = '', organization = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: 10 })

const columns = `id, created_at, updated_at, version, name, kind, email, invoice_email, vat_id, country, color, contact_name, phone,
  website, street, postal_code, city, customer_number, buyer_reference, invoice_format, language, payment_terms_days, hourly_rate_cents,
  time_rounding_minutes, debtor_number, notes, archived`

const run = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows

/** Inserts a row and its event with the next sequence number in one statement. */
const withEvent = (event: string, insert: string) => `
  with sequence as (
    update event_sequences set last = last + 1 where organization_id = $1 returning last
  ), created as (${insert}), event as (
    insert into events (organization_id, id, sequence, name, created_at, body)
    select $1, gen_random_uuid(), sequence.last, '${event}', now(),
      json_build_object('event', '${event}', 'organization_id', $1, 'sequence', sequence.last, 'data', row_to_json(created))
    from sequence, created
  ) select * from created`

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const answer = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  if (request.method === 'GET' && path.startsWith('/clients?')) {
    const clients = await run(
      'list',
      `select ${columns} from clients where organization_id = $1 order by created_at desc, id desc limit 50`,
      [organization],
    )
    const [count] = await run('count', 'select count(*)::int as total from clients where organization_id = $1', [
      organization,
    ])
    return answer(response, 200, { clients, total: count.total })
  }
  if (request.method === 'GET') {
    const [client] = await run('get', `select ${columns} from clients where organization_id = $1 and id = $2`, [
      organization,
      path.slice(9),
    ])
    const invoices = await run(
      'linked',
      'select id, number, status, total_cents from invoices where organization_id = $1 and client_id = $2 order by created_at desc, id desc limit 20',
      [organization, path.slice(9)],
    )
    const projects = await run(
      'projects',
      'select id, name, status from projects where organization_id = $1 and client_id = $2 order by created_at desc, id desc limit 20',
      [organization, path.slice(9)],
    )
    const quotes = await run(
      'quotes',
      'select id, number, status, total_cents from quotes where organization_id = $1 and client_id = $2 order by created_at desc, id desc limit 20',
      [organization, path.slice(9)],
    )
    const contracts = await run(
      'contracts',
      'select id, number, title, status from contracts where organization_id = $1 and client_id = $2 order by created_at desc, id desc limit 20',
      [organization, path.slice(9)],
    )
    const [sums] = await run(
      'sums',
      `select coalesce(sum(open_cents), 0)::float8 as open_cents, coalesce(sum(subtotal_cents), 0)::float8 as revenue_cents,
         (select coalesce(sum(case p.method when 'client_credit' then -p.amount_cents else p.credit_cents end), 0)::float8
          from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
          where p.organization_id = $1 and i.client_id = $2 and p.reversed_at is null and (p.credit_cents > 0 or p.method = 'client_credit')
         ) - (select coalesce(sum(amount_cents), 0)::float8 from client_refunds where organization_id = $1 and client_id = $2) as credit_cents
       from invoices where organization_id = $1 and client_id = $2 and status <> 'draft'`,
      [organization, path.slice(9)],
    )
    return answer(response, client ? 200 : 404, { ...client, projects, invoices, quotes, contracts, ...sums })
  }
  const body = await read(request)
  if (path === '/clients') {
    const [client] = await run(
      'create',
      withEvent(
        'client.created',
        `insert into clients (organization_id, id, created_at, updated_at, name, email, country)
         values ($1, $2, now(), now(), $3, $4, $5) returning ${columns}`,
      ),
      [organization, randomUUID(), body.name, body.email, body.country],
    )
    return answer(response, 201, client)
  }
  const net = body.line_items.reduce(
    (sum: number, line: { quantity: number; unit_price_cents: number }) => sum + line.quantity * line.unit_price_cents,
    0,
  )
  const tax = Math.round(net * 0.19)
  const [client] = await run('client', 'select id, name from clients where organization_id = $1 and id = $2', [
    organization,
    body.client_id,
  ])
  const [invoice] = await run(
    'invoice',
    withEvent(
      'invoice.created',
      `insert into invoices (organization_id, id, created_at, updated_at, client_id, issue_date, due_date, line_items,
         subtotal_cents, tax_cents, total_cents, tax_breakdown, open_cents)
       values ($1, $2, now(), now(), $3, $4, $5, $6, $7, $8, $9, $10, $9) returning *`,
    ),
    [
      organization,
      randomUUID(),
      client?.id,
      body.issue_date,
      body.due_date,
      JSON.stringify(body.line_items),
      net,
      tax,
      net + tax,
      JSON.stringify([{ tax_rate: 19, net_cents: net, tax_cents: tax }]),
    ],
  )
  return answer(response, 201, { ...invoice, client })
})

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
