import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()
const ghost = '00000000-0000-4000-8000-000000000000'
let project = ''
let page = ''

const post = async (body: object) => {
  const answer = await at.member.rest('POST', '/pages', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const titles = (branches: { title: string; children: [] }[]): unknown =>
  branches.map(({ title, children }) => (children.length ? [title, titles(children)] : title))

beforeAll(async () => {
  project = (await at.owner.rest('POST', '/projects', { name: 'Umbau' })).body.id
  page = (await post({ title: 'Handbuch', icon: '📘', project_id: project, content: 'Erste Fassung' })).id
})

describe('pages', () => {
  scenario(at, 'are created from Markdown, and say so', () => ({
    as: 'member',
    post: '/pages',
    send: { title: 'Ablauf', icon: '🧭', parent_id: page, content: 'Ein Satz' },
    status: 201,
    body: {
      title: 'Ablauf',
      icon: '🧭',
      parent_id: page,
      project_id: project,
      project: { id: project, name: 'Umbau' },
      position: 0,
      template: false,
      version: 1,
      warnings: [],
      content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ein Satz' }] }] },
    },
    events: ['page.created'],
  }))
  scenario(at, 'without content are an empty document', {
    post: '/pages',
    send: { title: 'Leer' },
    status: 201,
    body: { content: { type: 'doc', content: [{ type: 'paragraph' }] }, parent_id: null, project: null, icon: null },
    events: ['page.created'],
  })
  for (const [what, send, status, field] of [
    ['no title', {}, 400, 'title'],
    ['an empty title', { title: ' ' }, 422, 'title'],
    ['an icon that is none', { title: 'x', icon: 'x' }, 422, 'icon'],
    ['a parent that does not exist', { title: 'x', parent_id: ghost }, 422, 'parent_id'],
    ['a project that does not exist', { title: 'x', project_id: ghost }, 422, 'project_id'],
    ['a template that does not exist', { title: 'x', template_id: ghost }, 422, 'template_id'],
    ['a content that is a list', { title: 'x', content: [] }, 422, 'content'],
    ['a content that is a number', { title: 'x', content: 5 }, 422, 'content'],
    ['a position before the first', { title: 'x', position: -1 }, 422, 'position'],
  ] as const)
    scenario(at, `refuse ${what}`, { post: '/pages', send, status, body: { field } })

  scenario(at, 'are read with their content', () => ({
    as: 'viewer',
    get: `/pages/${page}`,
    status: 200,
    body: { id: page, title: 'Handbuch', content: { type: 'doc' }, version: 1 },
  }))
  scenario(at, 'are changed field by field', () => ({
    as: 'member',
    put: `/pages/${page}`,
    send: { title: 'Handbuch 2', template: true },
    status: 200,
    body: { title: 'Handbuch 2', icon: '📘', template: true, version: 2, content: { type: 'doc' } },
    events: ['page.updated'],
  }))
  scenario(at, 'say nothing where nothing changes', () => ({
    put: `/pages/${page}`,
    send: { title: 'Handbuch 2', content: 'Erste Fassung', project_id: project },
    status: 200,
    body: { version: 2 },
  }))
  scenario(at, 'are listed without their content', () => ({
    as: 'viewer',
    get: `/pages?project_id=${project}&sort=title`,
    status: 200,
    body: {
      pages: [
        { title: 'Ablauf', position: 0, project: { name: 'Umbau' } },
        { title: 'Handbuch 2', position: 0 },
      ],
      total: 2,
    },
  }))
  test('are listed by parent, by being a template, and by what stands in them', async () => {
    const found = async (query: string) => {
      const { body } = await at.viewer.rest('GET', `/pages?${query}`)
      for (const each of body.pages) expect(each).not.toHaveProperty('content')
      return body.pages.map(({ title }: { title: string }) => title)
    }
    expect(await found(`parent_id=${page}`)).toEqual(['Ablauf'])
    expect(await found('template=true')).toEqual(['Handbuch 2'])
    expect(await found('q=FASSUNG+hand')).toEqual(['Handbuch 2'])
    expect(await found('q=fassung+satz')).toEqual([])
    expect(await found(`parent_id=${ghost}`)).toEqual([])
  })
  test('are found by their titles first, then by the words in them', async () => {
    await post({ title: 'Fassungen', content: 'Nichts davon' })
    const { body } = await at.viewer.rest('GET', '/search?q=fassung')
    expect(body.results.filter(({ kind }: { kind: string }) => kind === 'page')).toMatchObject([
      { name: 'Fassungen' },
      { name: 'Handbuch 2', id: page },
    ])
    await at.member.rest('PUT', `/pages/${page}/content`, { content: 'Zweite Ausgabe' })
    expect((await at.viewer.rest('GET', '/search?q=fassung')).body.total).toBe(1)
    expect((await at.viewer.rest('GET', '/search?q=Ausgaben')).body.results).toMatchObject([{ id: page }])
    expect((await at.auditor.rest('GET', '/search?q=Ausgaben')).body.total).toBe(0)
  })
  test('begin with what their template holds', async () => {
    const made = await post({ title: 'Aus Vorlage', template_id: page })
    const { content } = (await at.viewer.rest('GET', `/pages/${page}`)).body
    expect(made).toMatchObject({ icon: '📘', content, template: false, project_id: null })
    const own = await post({ title: 'Aus Vorlage', template_id: page, icon: '🧾', content: 'Eigenes' })
    expect(own.icon).toBe('🧾')
    expect(own.content).not.toEqual(content)
    const { body } = await at.viewer.rest('GET', `/pages/${made.id}/versions`)
    expect(body).toMatchObject({ total: 1, versions: [{ current: true, author: { name: 'member' } }] })
  })
  test('link to each other, also over GraphQL', async () => {
    const link = (text: string, id: string) => ({
      type: 'text',
      text,
      marks: [{ type: 'link', attrs: { href: `/pages/${id}` } }],
    })
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [link('dort', page), link('nirgends', ghost)] }],
    }
    const { id } = await post({ title: 'Verweis', content })
    const backlinks = async () => (await at.viewer.rest('GET', `/pages/${page}/backlinks`)).body
    expect(await backlinks()).toMatchObject({ total: 1, backlinks: [{ id, title: 'Verweis' }] })
    const { data } = await at.viewer.graphql(
      `{ pageBacklinks(id: "${page}") { backlinks { title parent { title } project { name } } }
         page(id: "${id}", format: markdown) { content position } }`,
    )
    expect(data.pageBacklinks.backlinks).toEqual([{ title: 'Verweis', parent: null, project: null }])
    expect(data.page.content).toContain('dort')
    await at.member.rest('PUT', `/pages/${id}/content`, { content: 'Kein Verweis' })
    expect(await backlinks()).toEqual({ total: 0, backlinks: [] })
  })
  test('are shown in other forms', async () => {
    const shown = async (format: string) =>
      (await at.viewer.rest('GET', `/pages/${page}?format=${format}`)).body.content
    expect(await shown('markdown')).toContain('Zweite Ausgabe')
    expect(await shown('html')).toBe('<p>Zweite Ausgabe</p>')
    expect(await shown('document')).toMatchObject({ type: 'doc' })
    expect((await at.viewer.rest('GET', `/pages/${page}?format=pdf`)).body.field).toBe('format')
  })
  test('are told in events with their content up to 64 KiB, and without it beyond', async () => {
    const told = async (content: string) => {
      const { body } = await at.member.rest('PUT', `/pages/${page}/content`, { content })
      const { rows } = await at.app.system.query<{ body: string }>(
        'select body from events where organization_id = $1 order by sequence desc limit 1',
        [at.organizationId],
      )
      const event = JSON.parse(rows[0]?.body ?? '')
      return { body, event, bytes: rows[0]?.body.length ?? 0 }
    }
    const small = await told('Wort '.repeat(1000))
    expect(small.event).toMatchObject({ event: 'page.updated', data: small.body, changes: ['content'] })
    const large = await told('Wort '.repeat(100_000))
    expect(large.body.content.type).toBe('doc')
    expect(large.event.data).toEqual({ ...large.body, content: null })
    expect(large.bytes).toBeLessThan(2000)
  })
  test('belong to their organization', async () => {
    const other = await openHouse(at.app)
    const version = (await at.owner.rest('GET', `/pages/${page}/versions`)).body.versions[0].id
    for (const [method, path, body] of [
      ['GET', `/pages/${page}`],
      ['PUT', `/pages/${page}`, { title: 'x' }],
      ['PUT', `/pages/${page}/content`, { content: 'x' }],
      ['PATCH', `/pages/${page}/move`, { position: 0 }],
      ['GET', `/pages/${page}/versions`],
      ['GET', `/pages/versions/${version}`],
      ['GET', `/pages/${page}/backlinks`],
      ['POST', `/pages/${page}/restore`, { version_id: version }],
      ['DELETE', `/pages/${page}`],
    ] as const) {
      const foreign = await other.owner.rest(method, path, body)
      expect([path, foreign.status]).toEqual([path, 404])
    }
    const own = (await other.owner.rest('POST', '/pages', { title: 'x' })).body.id
    for (const [field, value] of [
      ['parent_id', page],
      ['template_id', page],
      ['project_id', project],
    ] as const) {
      const answer = await other.owner.rest('POST', '/pages', { title: 'x', [field]: value })
      expect([answer.status, answer.body.field]).toEqual([422, field])
    }
    const restored = await other.owner.rest('POST', `/pages/${own}/restore`, { version_id: version })
    expect([restored.status, restored.body.field]).toEqual([422, 'version_id'])
    const linking = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: `/pages/${page}` } }] }],
        },
      ],
    }
    expect((await other.owner.rest('PUT', `/pages/${own}/content`, { content: linking })).status).toBe(200)
    expect((await at.owner.rest('GET', `/pages/${page}/backlinks`)).body.total).toBe(0)
    expect((await other.owner.rest('GET', '/pages/tree')).body).toMatchObject([{ id: own, children: [] }])
  })
  for (const role of ['viewer', 'accountant'] as const)
    test(`are read by ${role === 'viewer' ? 'a viewer' : 'an accountant'}, and not written`, async () => {
      expect((await at[role].rest('GET', '/pages/tree')).status).toBe(200)
      for (const [method, path, body] of [
        ['POST', '/pages', { title: 'x' }],
        ['PUT', `/pages/${page}`, { title: 'x' }],
        ['PUT', `/pages/${page}/content`, { content: 'x' }],
        ['PATCH', `/pages/${page}/move`, {}],
        ['POST', `/pages/${page}/restore`, { version_id: ghost }],
        ['DELETE', `/pages/${page}`],
      ] as const)
        expect([path, (await at[role].rest(method, path, body)).status]).toEqual([path, 403])
    })
  test('are closed to an auditor', async () => {
    for (const path of ['', '/tree', `/${page}`, `/${page}/versions`, `/${page}/backlinks`])
      expect([path, (await at.auditor.rest('GET', `/pages${path}`)).status]).toEqual([path, 403])
  })
})

describe('the tree', () => {
  let ids: Record<string, string> = {}
  const tree = async () => {
    const { body } = await at.viewer.rest('GET', '/pages/tree')
    return body.find(({ title }: { title: string }) => title === 'Wurzel').children
  }
  const move = (name: string, body: object) => at.member.rest('PATCH', `/pages/${ids[name]}/move`, body)

  beforeAll(async () => {
    ids = { root: (await post({ title: 'Wurzel' })).id }
    for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await post({ title: name, parent_id: ids.root })).id
    ids.b1 = (await post({ title: 'b1', parent_id: ids.b })).id
    ids.b2 = (await post({ title: 'b2', parent_id: ids.b, position: 0 })).id
  })

  test('nests all pages in their order, by one shape and no other', async () => {
    const branches = await tree()
    expect(titles(branches)).toEqual(['a', ['b', ['b2', 'b1']], 'c', 'd'])
    expect(branches[1].children[1]).toEqual({
      id: ids.b1,
      title: 'b1',
      icon: null,
      parent_id: ids.b,
      project_id: null,
      position: 1,
      version: 1,
      children: [],
    })
    const { data } = await at.viewer.graphql('{ pageTree }')
    expect(data.pageTree.find(({ id }: { id: string }) => id === ids.root).children).toEqual(branches)
  })
  test('moves to any index, and answers it', async () => {
    for (const [name, position, answered, order] of [
      ['d', 0, 0, 'dabc'],
      ['d', 2, 2, 'abdc'],
      ['a', 1, 1, 'badc'],
      ['b', 99, 3, 'adcb'],
      ['a', null, 3, 'dcba'],
      ['b', 2, 2, 'dcba'],
    ] as const) {
      const { status, body } = await move(name, { position })
      expect([name, status, body.position]).toEqual([name, 200, answered])
      expect((await tree()).map(({ title }: { title: string }) => title).join('')).toBe(order)
    }
  })
  test('tells a move as a change, and a page that stays where it is not at all', async () => {
    await at.events()
    expect((await move('c', { position: 1 })).body.version).toBe(1)
    expect((await move('c', {})).body.version).toBe(1)
    expect(await at.events()).toEqual([])
    const { body } = await move('c', { parent_id: ids.b, position: 1 })
    expect(body).toMatchObject({ parent_id: ids.b, position: 1 })
    const feed = await at.owner.rest('GET', '/events?names=page.updated&per_page=100')
    expect(feed.body.events.at(-1)).toMatchObject({ changes: ['parent_id', 'position'], data: { id: ids.c } })
    expect(titles(await tree())).toEqual(['d', ['b', ['b2', 'c', 'b1']], 'a'])
    await at.member.rest('PUT', `/pages/${ids.c}`, { parent_id: ids.root, position: 0 })
    expect(titles(await tree())).toEqual(['c', 'd', ['b', ['b2', 'b1']], 'a'])
  })
  test('refuses a circle, however long, and a parent that is not there', async () => {
    for (const [name, parent_id] of [
      ['b', ids.b],
      ['b', ids.b1],
      ['root', ids.b2],
    ] as const) {
      const { status, body } = await move(name, { parent_id })
      expect([status, body.field]).toEqual([422, 'parent_id'])
      expect((await at.member.rest('PUT', `/pages/${ids[name]}`, { parent_id })).status).toBe(422)
    }
    expect((await move('b', { parent_id: ghost })).body.field).toBe('parent_id')
    expect((await move('b', { position: -1 })).body.field).toBe('position')
  })
  test('keeps its order through many moves into one gap', async () => {
    let order = ['c', 'd', 'b', 'a']
    for (let round = 0; round < 30; round++) {
      const name = order.at(-1) as string
      await move(name, { position: 1 })
      order = [order[0] as string, name, ...order.slice(1, -1)]
    }
    expect((await tree()).map(({ title }: { title: string }) => title)).toEqual(order)
  })
  test('keeps its order where the gap between two is used up', async () => {
    const parent = (await post({ title: 'Enge' })).id
    const [first, second, third] = [
      await post({ title: '1', parent_id: parent }),
      await post({ title: '2', parent_id: parent }),
      await post({ title: '3', parent_id: parent }),
    ]
    // One after the other there is no rank between them.
    await at.app.system.query(
      `update pages set rank = case when id = $2 then 1 when id = $3 then 2 else rank end where organization_id = $1 and parent_id = $4`,
      [at.organizationId, first.id, second.id, parent],
    )
    for (const [place, id] of [third.id, second.id, third.id].entries()) {
      const { status, body } = await at.member.rest('PATCH', `/pages/${id}/move`, { position: 1 })
      expect([place, status, body.position]).toEqual([place, 200, 1])
    }
    const between = await post({ title: '4', parent_id: parent, position: 1 })
    expect(between.position).toBe(1)
    const { rows } = await at.app.system.query(
      'select count(distinct rank)::int as ranks from pages where organization_id = $1 and parent_id = $2',
      [at.organizationId, parent],
    )
    expect(rows).toEqual([{ ranks: 4 }])
  })
  test('of two moves that would close a circle together, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [x, y] = [(await post({ title: 'x' })).id, (await post({ title: 'y' })).id]
      // Each goes under what lies in the other: no row that one locks is asked for by the other.
      const [inX, inY] = await Promise.all([x, y].map(async (parent_id) => (await post({ title: 'in', parent_id })).id))
      const both = await Promise.all([
        at.member.rest('PATCH', `/pages/${x}/move`, { parent_id: inY }),
        at.owner.rest('PUT', `/pages/${y}`, { parent_id: inX }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
      await Promise.all([x, y].map((id) => at.member.rest('DELETE', `/pages/${id}`)))
    }
  })
  test('stays an order where many are put into it at once', async () => {
    const { id } = await post({ title: 'Andrang' })
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => post({ title: `${index}`, parent_id: id })))
    await Promise.all(
      made.slice(0, 4).map((each) => at.member.rest('PATCH', `/pages/${each.id}/move`, { position: 0 })),
    )
    const { body } = await at.viewer.rest('GET', `/pages?parent_id=${id}`)
    const positions = body.pages.map(({ position }: { position: number }) => position)
    expect(positions.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const first = body.pages.find(({ position }: { position: number }) => position === 0)
    const last = await at.member.rest('PATCH', `/pages/${first.id}/move`, { position: 7 })
    expect(last.body.position).toBe(7)
  })
  test('goes five hundred levels deep, and no deeper', async () => {
    // As so many requests would leave it.
    const { rows } = await at.app.system.query<{ id: string }>(
      `with recursive chain as (
         select gen_random_uuid() as id, null::uuid as parent_id, 1 as depth
         union all select gen_random_uuid(), id, depth + 1 from chain where depth < 500
       ), kept as materialized (select * from chain)
       insert into pages (organization_id, id, created_at, updated_at, title, parent_id, rank, content_id, text)
       select $1, id, now(), now(), 'Ebene ' || depth, parent_id, 0, gen_random_uuid(), '' from kept order by depth returning id`,
      [at.organizationId],
    )
    const [top, bottom] = [rows[0]?.id, rows.at(-1)?.id]
    const { status, body } = await at.viewer.rest('GET', '/pages/tree')
    expect(status).toBe(200)
    let depth = 0
    for (let branch = body.find(({ id }: { id: string }) => id === top); branch; branch = branch.children[0]) depth++
    expect(depth).toBe(500)
    expect((await at.member.rest('POST', '/pages', { title: 'x', parent_id: bottom })).body.field).toBe('parent_id')
    expect((await move('a', { parent_id: bottom })).body.field).toBe('parent_id')
    const fits = await at.member.rest('PATCH', `/pages/${rows.at(-1)?.id}/move`, { parent_id: rows.at(-3)?.id })
    expect(fits.status).toBe(200)
    expect((await at.member.rest('PATCH', `/pages/${rows[1]?.id}/move`, { parent_id: ids.b1 })).body.field).toBe(
      'parent_id',
    )
    expect((await at.member.rest('DELETE', `/pages/${top}`)).status).toBe(204)
  })
  scenario(at, 'lets a page go with all that lies under it', () => ({
    as: 'member',
    delete: `/pages/${ids.b}`,
    status: 204,
    events: ['page.deleted', 'page.deleted', 'page.deleted'],
  }))
  test('has nothing of it any more, and told of each page, what lay in it first', async () => {
    const { rows: told } = await at.app.system.query<{ body: string }>(
      `select body from events where organization_id = $1 and name = 'page.deleted' order by sequence desc limit 3`,
      [at.organizationId],
    )
    const data = told.map(({ body }) => JSON.parse(body).data)
    expect(data[0]).toMatchObject({ id: ids.b, content: { type: 'doc' } })
    expect(
      data
        .slice(1)
        .map(({ id, content }) => [id, content])
        .sort(),
    ).toEqual(
      [
        [ids.b1, null],
        [ids.b2, null],
      ].sort(),
    )
    expect((await at.viewer.rest('GET', `/pages/${ids.b1}`)).status).toBe(404)
    expect(await tree()).toHaveLength(3)
    const { rows } = await at.app.system.query(
      'select from page_versions where organization_id = $1 and page_id = $2',
      [at.organizationId, ids.b1],
    )
    expect(rows).toHaveLength(0)
  })
  test('gives up the pages of a project that goes, but for what is another project’s', async () => {
    const [gone, stays] = await Promise.all(
      ['Geht', 'Bleibt'].map(async (name) => (await at.owner.rest('POST', '/projects', { name })).body.id),
    )
    const top = (await post({ title: 'oben', project_id: gone })).id
    const below = (await post({ title: 'darunter', parent_id: top, project_id: null })).id
    const other = (await post({ title: 'fremd', parent_id: below, project_id: stays })).id
    const under = (await post({ title: 'unter fremd', parent_id: other })).id
    await at.events()
    expect((await at.owner.rest('DELETE', `/projects/${gone}`)).status).toBe(204)
    expect((await at.events()).sort()).toEqual(['page.deleted', 'page.deleted', 'page.updated', 'project.deleted'])
    for (const id of [top, below]) expect((await at.viewer.rest('GET', `/pages/${id}`)).status).toBe(404)
    expect((await at.viewer.rest('GET', `/pages/${other}`)).body).toMatchObject({ parent_id: null, project_id: stays })
    expect((await at.viewer.rest('GET', `/pages/${under}`)).body.parent_id).toBe(other)
  })
})
