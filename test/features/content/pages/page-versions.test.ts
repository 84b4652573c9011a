import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { operateAsSystem } from '#core/operation/operation'
import { Page } from '#features/content/pages/page.entity'
import { parseContent } from '#features/content/pages/parse-content'
import { writeContent } from '#features/content/pages/write-content'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createPerson, house } from '../../../harness/house.ts'

const at = house()
let page = ''

beforeEach(async () => {
  page = (await at.member.rest('POST', '/pages', { title: 'Seite', content: 'eins' })).body.id
})

type Version = { id: string; current: boolean; refused: boolean; author: { name: string } }

const put = (as: 'owner' | 'member', content: unknown, version?: number) =>
  at[as].rest('PUT', `/pages/${page}/content`, { content }, version ? { 'if-match': `"${version}"` } : {})
const versions = async (): Promise<Version[]> => (await at.viewer.rest('GET', `/pages/${page}/versions`)).body.versions
const textOf = async (path: string) => (await at.viewer.rest('GET', `${path}?format=markdown`)).body.content.trim()
const texts = async () => Promise.all((await versions()).map(({ id }) => textOf(`/pages/versions/${id}`)))

describe('versions', () => {
  test('and comments of an author who has left keep the name, and lead to nobody', async () => {
    const { organizationId } = at
    const email = `${randomUUID()}@kontor.example`
    const made = await createMemberByCommand(at.app.system, {
      organizationId,
      role: Role.member,
      email,
      name: 'Erika Muster',
    })
    const erika = createPerson(at.app, organizationId, made.memberId, made.token)
    expect((await erika.rest('PUT', `/pages/${page}/content`, { content: 'zwei' })).status).toBe(200)
    const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
    const task = (
      await at.owner.rest('POST', '/tasks', { title: 'x', project_id: project.id, column_id: project.columns[0].id })
    ).body.id
    expect((await erika.rest('POST', `/tasks/${task}/comments`, { content: 'Hallo' })).status).toBe(201)
    expect((await at.owner.rest('DELETE', `/members/${made.memberId}`)).status).toBe(204)
    const nobody = { id: null, name: 'Erika Muster' }
    expect((await versions())[0]).toMatchObject({ author: nobody })
    expect((await at.viewer.rest('GET', `/tasks/${task}/comments`)).body.comments[0]).toMatchObject({
      author: nobody,
      assistant: false,
      version: 2,
    })
  })
  test('are one for each content, by its author, the current one first', async () => {
    await put('owner', 'zwei')
    await put('member', 'drei')
    await put('member', 'drei')
    await at.member.rest('PUT', `/pages/${page}`, { title: 'Anders' })
    expect(await texts()).toEqual(['drei', 'zwei', 'eins'])
    expect(await versions()).toMatchObject([
      { current: true, refused: false, author: { name: 'member' } },
      { current: false, refused: false, author: { id: at.owner.id } },
      { current: false, refused: false, author: { name: 'member' } },
    ])
    for (const version of await versions()) expect(version).not.toHaveProperty('content')
    const oldest = await at.viewer.rest('GET', `/pages/${page}/versions?sort=created_at&per_page=1`)
    expect(oldest.body).toMatchObject({ total: 3, versions: [{ current: false }] })
  })
  test('are restored as a new one, with an event', async () => {
    await put('owner', 'zwei')
    const first = (await versions()).at(-1)?.id
    await at.events()
    const restored = await at.member.rest('POST', `/pages/${page}/restore`, { version_id: first })
    expect([restored.status, restored.body.version]).toEqual([200, 3])
    expect(await at.events()).toEqual(['page.updated'])
    expect(await texts()).toEqual(['eins', 'zwei', 'eins'])
    expect(await textOf(`/pages/${page}`)).toBe('eins')
    expect((await at.viewer.rest('GET', '/pages?q=eins')).body.pages).toContainEqual(
      expect.objectContaining({ id: page }),
    )
    // What is current already stays so.
    const current = (await versions())[0]?.id
    expect((await at.member.rest('POST', `/pages/${page}/restore`, { version_id: current })).body.version).toBe(3)
    expect(await at.events()).toEqual([])
  })
  test('are those of the page alone', async () => {
    const other = (await at.member.rest('POST', '/pages', { title: 'Andere' })).body.id
    const [version] = await versions()
    const answer = await at.member.rest('POST', `/pages/${other}/restore`, { version_id: version?.id })
    expect([answer.status, answer.body.field]).toEqual([422, 'version_id'])
    expect((await at.member.rest('POST', `/pages/${page}/restore`, {})).status).toBe(400)
  })
})

describe('what is typed', () => {
  /** As an editor that is open stores it, now and then. */
  const type = (author: { id: string; name: string }, text: string, since: Date) =>
    operateAsSystem(at.app.services, at.organizationId, async (context) => {
      const loaded = await context.load(Page, page)
      if (await writeContent(context, loaded, await parseContent(context, text), { author, since }))
        context.record('page.updated', loaded)
    })

  test('is one version of each author for a while, found and linked as any other', async () => {
    const [anna, ben] = [
      { id: at.owner.id, name: 'Anna' },
      { id: at.member.id, name: 'Ben' },
    ]
    const before = new Date(Date.now() - 60_000)
    await at.events()
    await type(anna, 'e', before)
    await type(anna, 'ent', before)
    await type(anna, `entwurf [hier](/pages/${page})`, before)
    await type(anna, `entwurf [hier](/pages/${page})`, before)
    expect(await at.events()).toEqual(Array(3).fill('page.updated'))
    await type(ben, 'reinschrift', before)
    expect((await at.viewer.rest('GET', `/pages/${page}/backlinks`)).body.total).toBe(0)
    await type(anna, 'letztes', before)
    await type(anna, 'Wort', new Date(Date.now() + 60_000))
    expect(await texts()).toEqual(['Wort', 'letztes', 'reinschrift', `entwurf [hier](/pages/${page})`, 'eins'])
    expect((await versions()).map(({ author }) => author.name)).toEqual(['Anna', 'Anna', 'Ben', 'Anna', 'member'])
    const { body } = await at.viewer.rest('GET', `/pages/${page}`)
    expect([body.version, (await versions())[0]?.current]).toEqual([7, true])
  })
})

describe('two who change one version', () => {
  test('both find their text again: the second is refused, and its text kept', async () => {
    expect((await put('owner', 'von der einen', 1)).status).toBe(200)
    await at.events()
    const refused = await put('member', 'vom anderen', 1)
    expect([refused.status, refused.body.error]).toEqual([412, 'precondition_failed'])
    expect(await at.events()).toEqual([])
    expect(await textOf(`/pages/${page}`)).toBe('von der einen')
    const kept = (await versions()).find((version) => version.refused)
    expect(kept).toMatchObject({ current: false, author: { id: at.member.id, name: 'member' } })
    expect(refused.body.message).toContain(kept?.id)
    expect(refused.body.version_id).toBe(kept?.id)
    for (const [refused, total] of [
      [true, 1],
      [false, 2],
    ]) {
      const { body } = await at.viewer.rest('GET', `/pages/${page}/versions?refused=${refused}`)
      expect([body.total, body.versions.map((version: Version) => version.refused)]).toEqual([
        total,
        Array(total as number).fill(refused),
      ])
    }
    expect(await textOf(`/pages/versions/${kept?.id}`)).toBe('vom anderen')
    const restored = await at.member.rest('POST', `/pages/${page}/restore`, { version_id: kept?.id })
    expect(restored.status).toBe(200)
    expect(await texts()).toEqual(['vom anderen', 'vom anderen', 'von der einen', 'eins'])
  })
  test('over GraphQL and by PUT of the whole page too, and the same text once', async () => {
    await put('owner', 'zwei')
    const change = `mutation { updatePage(id: "${page}", input: { title: "neu", content: "meins" }, version: 1) { id } }`
    for (let round = 0; round < 2; round++) {
      const { errors } = await at.member.graphql(change)
      const { status, versionId } = errors?.[0].extensions ?? {}
      expect([status, versionId]).toEqual([412, (await versions()).find(({ refused }) => refused)?.id])
    }
    const stale = { 'if-match': '"1"' }
    expect((await at.member.rest('PUT', `/pages/${page}`, { content: 'meins' }, stale)).status).toBe(412)
    expect((await at.owner.rest('PUT', `/pages/${page}`, { content: 'meins' }, stale)).status).toBe(412)
    expect((await versions()).map(({ refused, author }) => [refused, author.name])).toEqual([
      [false, expect.any(String)],
      [true, expect.any(String)],
      [true, 'member'],
      [false, 'member'],
    ])
    const { body } = await at.viewer.rest('GET', `/pages/${page}`)
    expect([body.title, body.version]).toEqual(['Seite', 2])
  })
  test('keep nothing of what is current, of what no page can have, and of a title alone', async () => {
    await put('owner', 'zwei')
    expect((await put('member', 'zwei', 1)).status).toBe(412)
    expect((await put('member', [], 1)).status).toBe(412)
    const title = await at.member.rest('PUT', `/pages/${page}`, { title: 'x' }, { 'if-match': '"1"' })
    expect(title.status).toBe(412)
    expect(await versions()).toHaveLength(2)
  })
  test('at the same moment: one is taken, the others are kept', async () => {
    const all = Array.from({ length: 6 }, (_, index) => `Text ${index}`)
    const answers = await Promise.all(all.map((text, index) => put(index % 2 ? 'owner' : 'member', text, 1)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
    expect((await texts()).sort()).toEqual([...all, 'eins'].sort())
    expect((await versions()).filter(({ refused }) => refused)).toHaveLength(5)
  })
})
