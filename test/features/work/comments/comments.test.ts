import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
let task = ''
let first = ''

beforeAll(async () => {
  const project = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
  const sent = { title: 'Startseite', project_id: project.id, column_id: project.columns[0].id }
  task = (await at.owner.rest('POST', '/tasks', sent)).body.id
  first = (await at.member.rest('POST', `/tasks/${task}/comments`, { content: 'Erster' })).body.id
})

const mails = async () =>
  (
    await at.app.system.query<{ to: string[]; subject: string; text: string }>(
      `select recipients as to, subject, body_text as text from mails
       where kind = 'mention' and subject_id = $1 order by created_at`,
      [task],
    )
  ).rows

describe('comments', () => {
  scenario(at, 'are written in HTML, of which the allow-list stays', () => ({
    as: 'member',
    post: `/tasks/${task}/comments`,
    send: {
      content: '<p onclick="x()">Schön &amp; <b>gut</b> 👍<script>alert(1)</script><a href="javascript:x">da</a></p>',
    },
    status: 201,
    body: {
      task_id: task,
      author: { id: at.member.id },
      assistant: false,
      content: '<p>Schön &amp; <b>gut</b> 👍<a rel="noopener noreferrer nofollow">da</a></p>',
    },
    events: ['comment.created'],
  }))
  scenario(at, 'are listed oldest first', () => ({
    as: 'viewer',
    get: `/tasks/${task}/comments?per_page=1`,
    status: 200,
    body: { comments: [{ id: first, content: 'Erster' }], total: 2 },
  }))
  scenario(at, 'are changed by their author', () => ({
    as: 'member',
    put: `/comments/${first}`,
    send: { content: 'Erster, neu' },
    status: 200,
    body: { content: 'Erster, neu', version: 2 },
  }))
  scenario(at, 'are changed by an administrator too, and stay the author’s', () => ({
    as: 'admin',
    put: `/comments/${first}`,
    send: { content: 'Erster, geprüft' },
    status: 200,
    body: { content: 'Erster, geprüft', author: { id: at.member.id } },
  }))
  test('of another are not for a member to change or delete', async () => {
    const { id } = (await at.owner.rest('POST', `/tasks/${task}/comments`, { content: 'x' })).body
    expect((await at.member.rest('PUT', `/comments/${id}`, { content: 'y' })).status).toBe(403)
    expect((await at.member.rest('DELETE', `/comments/${id}`)).status).toBe(403)
  })
  for (const [what, send, status] of [
    ['without content', {}, 400],
    ['that are blank', { content: ' ' }, 422],
    ['of which nothing stays', { content: '<script>alert(1)</script><p> </p>' }, 422],
    ['that are too long', { content: 'x'.repeat(65_537) }, 422],
    ['of a NUL alone', { content: '\u0000' }, 422],
    ['that are no text', { content: 1 }, 422],
  ] as const)
    scenario(at, `${what} are refused`, () => ({
      post: `/tasks/${task}/comments`,
      send,
      status,
      body: { field: 'content' },
    }))
  scenario(at, 'null does not clear the content', () => ({
    put: `/comments/${first}`,
    send: { content: null },
    status: 400,
    body: { field: 'content' },
  }))
  scenario(at, 'a stale version is refused', () => ({
    put: `/comments/${first}`,
    send: { content: 'x' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  for (const as of ['viewer', 'accountant', 'auditor'] as const)
    scenario(at, `are not for the ${as} to write`, () => ({
      as,
      post: `/tasks/${task}/comments`,
      send: { content: 'x' },
      status: 403,
    }))
  scenario(at, 'are closed to an auditor', () => ({ as: 'auditor', get: `/tasks/${task}/comments`, status: 403 }))
  scenario(at, 'are deleted by their author; the task says that it has one less', () => ({
    as: 'member',
    delete: `/comments/${first}`,
    status: 204,
    events: ['task.updated'],
  }))
})

describe('a mention', () => {
  let anna = ''
  let comment = ''

  beforeAll(async () => {
    const create = async (name: string, email: string, role: string) =>
      (await at.owner.rest('POST', '/members', { name, email, role })).body
    anna = (await create('Anna Weiß', 'anna@kontor.example', 'member')).slug
    await create('Anna', 'kurz@kontor.example', 'viewer')
    await create('Prüfer', 'pruefer@kontor.example', 'auditor')
  })

  test('mails the person once, by name or slug, however often it is said', async () => {
    const content = `<p>Hallo <b>@anna</b> weiß, @${anna}!</p><p>@${anna} und @Prüfer, post@annabelle.example</p>`
    const answer = await at.owner.rest('POST', `/tasks/${task}/comments`, { content })
    expect(answer.status).toBe(201)
    comment = answer.body.id
    const sent = await mails()
    expect(sent.map(({ to }) => to[0]).sort()).toEqual(['anna@kontor.example', 'kurz@kontor.example'])
    expect(sent[0]?.subject).toContain('Startseite')
    expect(sent[0]?.text).toContain(`/app/tasks/${task}`)
  })
  test('that is changed mails nobody again', async () => {
    const { length } = await mails()
    const content = `Noch einmal @${anna}`
    expect((await at.owner.rest('PUT', `/comments/${comment}`, { content })).status).toBe(200)
    expect(await mails()).toHaveLength(length)
  })
  test('of oneself mails nobody', async () => {
    const { length } = await mails()
    const { slug } = (await at.owner.rest('GET', '/me')).body
    await at.owner.rest('POST', `/tasks/${task}/comments`, { content: `@${slug}` })
    expect(await mails()).toHaveLength(length)
  })
})
