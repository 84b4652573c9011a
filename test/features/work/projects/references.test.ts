import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'

// What refers to a project, and what a project refers to.

const at = house()
let client = ''
let project = ''

beforeAll(async () => {
  client = (await at.owner.rest('POST', '/clients', { name: 'Acme' })).body.id
  project = (await at.owner.rest('POST', '/projects', { name: 'Relaunch', client_id: client })).body.id
  const seller = {
    legal_name: 'K GmbH',
    street: 'S 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
  }
  await at.owner.rest('PUT', '/organization', seller)
  await at.owner.rest('PUT', `/clients/${client}`, {
    street: 'R 2',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  })
})

const invoice = (fields: object) =>
  at.owner.rest('POST', '/invoices', {
    client_id: client,
    issue_date: '2026-01-01',
    due_date: '2026-01-15',
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    ...fields,
  })

test('an invoice names its project, is found by it, and takes no unknown one', async () => {
  const made = await invoice({ project_id: project })
  expect([made.status, made.body.project_id]).toEqual([201, project])
  expect((await at.owner.rest('GET', `/invoices?project_id=${project}`)).body.total).toBe(1)
  const unknown = await invoice({ project_id: client })
  expect([unknown.status, unknown.body.field]).toEqual([422, 'project_id'])
  const changed = await at.owner.rest('PUT', `/invoices/${made.body.id}`, { project_id: client })
  expect([changed.status, changed.body.field]).toEqual([422, 'project_id'])
  expect((await at.owner.rest('POST', `/invoices/${made.body.id}/duplicate`)).body.project_id).toBe(project)
})

test('a project that goes leaves drafts behind; a document that was sent keeps it', async () => {
  const other = (await at.owner.rest('POST', '/projects', { name: 'Weg' })).body.id
  const draft = (await invoice({ project_id: other })).body.id
  expect((await at.owner.rest('DELETE', `/projects/${other}`)).status).toBe(204)
  expect((await at.owner.rest('GET', `/invoices/${draft}`)).body).toMatchObject({ project_id: null, version: 2 })
  const { rows } = await at.app.system.query(
    `select body::json->'data' as data, body::json->'changes' as changes from events
     where organization_id = $1 and name = 'invoice.updated' and body::json->'data'->>'id' = $2`,
    [at.organizationId, draft],
  )
  expect(rows).toMatchObject([{ data: { project_id: null, version: 2 }, changes: ['project_id'] }])

  const sent = (await invoice({ project_id: project })).body.id
  const answer = await at.owner.rest('POST', `/invoices/${sent}/send`, { channel: 'none' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const refused = await at.owner.rest('DELETE', `/projects/${project}`)
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
  expect((await at.owner.rest('GET', `/projects/${project}/columns`)).body).toHaveLength(4)
})

test('a client that goes leaves its projects behind', async () => {
  const gone = (await at.owner.rest('POST', '/clients', { name: 'Gone' })).body.id
  const kept = (await at.owner.rest('POST', '/projects', { name: 'Bleibt', client_id: gone })).body.id
  await at.events()
  expect((await at.owner.rest('DELETE', `/clients/${gone}`)).status).toBe(204)
  expect(await at.events()).toEqual(['project.updated', 'client.deleted'])
  expect((await at.owner.rest('GET', `/projects/${kept}`)).body).toMatchObject({ client: null, version: 2 })
})

test('who leaves the organization is off every task', async () => {
  const colleague = (
    await at.owner.rest('POST', '/members', { email: 'weg@kontor.example', name: 'Weg', role: 'member' })
  ).body.id
  const { id, columns } = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
  const made = await at.owner.rest('POST', '/tasks', {
    title: 'x',
    project_id: id,
    column_id: columns[0].id,
    assignee_ids: [colleague],
  })
  await at.events()
  expect((await at.owner.rest('DELETE', `/members/${colleague}`)).status).toBe(204)
  const left = (await at.owner.rest('GET', `/tasks/${made.body.id}`)).body
  expect(left).toMatchObject({ assignees: [], version: made.body.version + 1 })
  expect(await at.events()).toEqual(['task.updated'])
  const { events } = (await at.owner.rest('GET', '/events?names=task.updated&per_page=100')).body
  expect(events.at(-1)).toMatchObject({ changes: ['assignee_ids'], data: { assignee_ids: [] } })
})

describe('a project that goes between two changes of a draft, in one mutation', () => {
  const setting = async () => {
    const other = (await at.owner.rest('POST', '/projects', { name: 'Weg' })).body.id
    return { other, draft: (await invoice({ project_id: other })).body.id }
  }
  const run = (draft: string, other: string, last: string) =>
    at.owner.graphql(`mutation {
      a: updateInvoice(id: "${draft}", input: { introduction: "i1" }) { version }
      b: deleteProject(id: "${other}")
      c: ${last}
    }`)
  const told = async (draft: string) => {
    const { rows } = await at.app.system.query(
      `select body::json->'data' as data from events where organization_id = $1 and body::json->'data'->>'id' = $2 order by sequence`,
      [at.organizationId, draft],
    )
    return rows.map(({ data }) => data)
  }

  test('is not shown by the second, nor by its event', async () => {
    const { other, draft } = await setting()
    const { data, errors } = await run(
      draft,
      other,
      `updateInvoice(id: "${draft}", input: { closing: "i2" }) { version projectId introduction }`,
    )
    expect(errors).toBeUndefined()
    expect(data.c).toEqual({ version: 4, projectId: null, introduction: 'i1' })
    expect((await told(draft)).at(-1)).toMatchObject({ version: 4, project_id: null, closing: 'i2' })
  })

  test('is not shown by the document that was sent', async () => {
    const { other, draft } = await setting()
    const { data, errors } = await run(
      draft,
      other,
      `sendInvoice(id: "${draft}", input: { channel: none }) { projectId status }`,
    )
    expect(errors).toBeUndefined()
    expect(data.c).toEqual({ projectId: null, status: 'sent' })
  })

  test('is not asked for by the copy of the draft', async () => {
    const { other, draft } = await setting()
    const { data, errors } = await run(draft, other, `duplicateInvoice(id: "${draft}") { projectId introduction }`)
    expect(errors).toBeUndefined()
    expect(data.c).toEqual({ projectId: null, introduction: 'i1' })
  })
})
