import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { ask, board } from './board.ts'

let at: House
let stop: () => Promise<void>
let task = ''
let project = ''

beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  at = await openHouse(started.app)
  await started.app.work()
  ;({ task, project } = await board(at))
})
afterAll(() => stop())

const idle = async () => {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await at.app.system.query(
      `select from pgboss.job where name = 'assistant' and state in ('created', 'active', 'retry')`,
    )
    if (!rows.length) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The assistant does not come to an end.')
}

const repliesTo = async (id: string) =>
  (await at.owner.rest('GET', `/tasks/${task}/comments?per_page=100`)).body.comments.filter(
    ({ reply_to }: { reply_to: string }) => reply_to === id,
  )

test('the built-in answers a question about the state from facts, and says what it is', async () => {
  await at.events()
  const [answer] = await ask(at.member, task, '<p>@assistant wie ist der <b>Stand</b>?</p>')
  expect(answer).toMatchObject({ assistant: true, author: { id: null, name: 'Assistent' } })
  expect(answer?.content).toContain('„Startseite &lt;b&gt;neu&lt;/b&gt;“ ist offen')
  expect(answer?.content).toContain('0 von 1 Teilaufgaben')
  expect(answer?.content).toContain('1 offen, 1 erledigt, 1 überfällig')
  expect(answer?.content).toContain('ein Sprachmodell ist nicht eingerichtet')
  expect(await at.events()).toEqual(['comment.created', 'comment.created'])
  const { rows } = await at.app.system.query<{ actor: object }>(
    `select body::json->'actor' as actor from events where organization_id = $1 order by sequence desc limit 1`,
    [at.organizationId],
  )
  expect(rows[0]?.actor).toEqual({ type: 'assistant', id: null, name: 'Assistent' })
})

test.each([
  ['@assistant was ist überfällig?', ['Überfällig im Projekt „Relaunch“: 1.', '<li>Startseite']],
  [
    '@assistant wie viele Stunden?',
    ['2:00 Stunden erfasst von 4:00 geplanten (50\u00a0%)', 'von 10:00 geplanten (20\u00a0%)'],
  ],
  ['@assistant was hat sich diese Woche geändert?', ['2 Aufgaben angelegt, 1 erledigt', '2:00 Stunden erfasst']],
  ['@assistant hallo', ['ist offen', '2:00 Stunden erfasst']],
])('the built-in understands: %s', async (question, facts) => {
  const [answer] = await ask(at.owner, task, question)
  for (const fact of facts) expect(answer?.content).toContain(fact)
})

test('it answers in the language of who asks', async () => {
  await at.app.system.query(`update members set language = 'en' where organization_id = $1 and id = $2`, [
    at.organizationId,
    at.admin.id,
  ])
  const [answer] = await ask(at.admin, task, '@assistant what is overdue, and how much time was tracked?')
  expect(answer?.author.name).toBe('Assistant')
  expect(answer?.content).toContain('Overdue in the project “Relaunch”: 1.')
  expect(answer?.content).toContain('2:00 hours tracked of 4:00 planned (50%)')
})

test('a question that is changed to mention it is answered once', async () => {
  const { id } = (await at.member.rest('POST', `/tasks/${task}/comments`, { content: 'Wer macht das?' })).body
  await at.member.rest('PUT', `/comments/${id}`, { content: '@assistant wer macht das?' })
  await at.member.rest('PUT', `/comments/${id}`, { content: '@assistant wer macht das denn?' })
  await at.member.rest('PUT', `/comments/${id}`, { content: 'Doch nicht.' })
  await at.member.rest('PUT', `/comments/${id}`, { content: '@assistant oder doch?' })
  await idle()
  expect(await repliesTo(id)).toHaveLength(1)
})

test('eight jobs for one question are one answer', async () => {
  const { id } = (await at.member.rest('POST', `/tasks/${task}/comments`, { content: 'Status?' })).body
  const { jobs, database } = at.app.services
  await Promise.all(
    Array.from({ length: 8 }, () =>
      database.tenant(at.organizationId, (transaction) =>
        jobs.enqueue(transaction, 'assistant', {
          organizationId: at.organizationId,
          commentId: id,
          memberId: at.member.id,
        }),
      ),
    ),
  )
  jobs.wake('assistant')
  await idle()
  expect(await repliesTo(id)).toHaveLength(1)
})

test.each([
  ['an address', 'Bitte an hallo@assistant.de'],
  ['code', '<pre><code>@assistant</code></pre>'],
  ['a longer name', '@assistants und @assistant-x'],
])('what only looks like a mention is none: %s', async (_, content) => {
  const { id } = (await at.member.rest('POST', `/tasks/${task}/comments`, { content })).body
  await idle()
  expect(await repliesTo(id)).toEqual([])
})

test('who has left, or lost the right, gets no answer', async () => {
  const gone = (await at.member.rest('POST', `/tasks/${task}/comments`, { content: 'Ich gehe.' })).body.id
  await at.app.system.query(`update members set role = 'auditor' where organization_id = $1 and id = $2`, [
    at.organizationId,
    at.member.id,
  ])
  const { jobs, database } = at.app.services
  for (const memberId of [at.member.id, '00000000-0000-4000-8000-000000000000'])
    await database.tenant(at.organizationId, (transaction) =>
      jobs.enqueue(transaction, 'assistant', { organizationId: at.organizationId, commentId: gone, memberId }),
    )
  jobs.wake('assistant')
  await idle()
  expect(await repliesTo(gone)).toEqual([])
  await at.app.system.query(`update members set role = 'member' where organization_id = $1 and id = $2`, [
    at.organizationId,
    at.member.id,
  ])
})

test('an answer goes with its task, and stays when its question goes', async () => {
  const [answer] = await ask(at.owner, task, '@assistant Status')
  expect((await at.owner.rest('DELETE', `/comments/${answer?.reply_to}`)).status).toBe(204)
  const left = (await at.owner.rest('GET', `/tasks/${task}/comments?per_page=100`)).body.comments
  expect(left.find(({ id }: { id: string }) => id === answer?.id)).toMatchObject({ reply_to: null })
  expect((await at.owner.rest('DELETE', `/projects/${project}`)).status).toBe(204)
})
