import { describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
const path = '/booking/event-types'
const call = { name: 'Gespräch', slug: 'gespraech', duration_minutes: 45 }
let count = 0
const make = async (as: 'member' | 'admin' | 'owner', body: object = {}) => {
  const answer = await at[as].rest('POST', path, { ...call, slug: `typ-${++count}`, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

describe('event type', () => {
  scenario(at, 'is made with what is usual, for who makes it', () => ({
    as: 'member',
    post: path,
    send: call,
    status: 201,
    body: {
      ...call,
      user_id: at.member.id,
      user: { id: at.member.id, name: 'member' },
      ...{ slot_interval_minutes: 45, buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_minutes: 240 },
      ...{ maximum_days_ahead: null, limit_per_day: null, location: 'meet', active: true, create_client: false },
      ...{ assignment: 'host', member_ids: [], questions: [] },
    },
  }))

  test('uses its duration as interval by default', async () => {
    const { id } = await make('member')
    const longer = await at.member.rest('PUT', `${path}/${id}`, { duration_minutes: 60 })
    expect(longer.body.slot_interval_minutes).toBe(60)
    const often = await at.member.rest('PUT', `${path}/${id}`, { slot_interval_minutes: 15 })
    expect(often.body).toMatchObject({ duration_minutes: 60, slot_interval_minutes: 15 })
    expect((await at.viewer.rest('GET', `${path}/${id}`)).body).toEqual(often.body)
  })

  test('has a slug that is unique for its host', async () => {
    const { slug } = await make('member')
    const again = await at.member.rest('POST', path, { ...call, slug })
    expect([again.status, again.body.error, again.body.field]).toEqual([409, 'slug_taken', 'slug'])
    expect((await at.admin.rest('POST', path, { ...call, slug })).status).toBe(201)
  })

  test('removes deleted members from its team', async () => {
    const gone = (await at.owner.rest('POST', '/members', { name: 'Jan', email: 'jan@team.example', role: 'member' }))
      .body
    const member_ids = [at.member.id, gone.id]
    const team = await make('admin', { assignment: 'round_robin', member_ids })
    expect(team.member_ids).toEqual(member_ids)
    const { id: own } = await make('admin', { user_id: gone.id })
    expect((await at.owner.rest('DELETE', `/members/${gone.id}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `${path}/${team.id}`)).body.member_ids).toEqual([at.member.id])
    expect((await at.owner.rest('GET', `${path}/${own}`)).status).toBe(404)
  })

  test('lets only administrators add others, who must have a role that can be booked', async () => {
    const send = (as: 'member' | 'admin', member_ids: string[]) =>
      at[as].rest('POST', path, { ...call, slug: `team-${++count}`, assignment: 'all', member_ids })
    expect((await send('member', [at.member.id, at.owner.id])).status).toBe(403)
    expect((await send('member', [at.member.id])).status).toBe(201)
    const viewer = await send('admin', [at.member.id, at.viewer.id])
    expect([viewer.status, viewer.body.field]).toEqual([422, 'member_ids.1'])
    const { id } = await make('admin', { user_id: at.member.id, assignment: 'all', member_ids: [at.owner.id] })
    const put = (body: object) => at.member.rest('PUT', `${path}/${id}`, body)
    expect((await put({ name: 'Neu' })).body.member_ids).toEqual([at.owner.id])
    expect((await put({ member_ids: [at.owner.id, at.admin.id] })).status).toBe(403)
    const alone = await put({ assignment: 'host' })
    expect([alone.status, alone.body.member_ids]).toEqual([200, []])
  })

  test('stores questions', async () => {
    const questions = [
      { key: 'thema', label: 'Worum geht es?' },
      { key: 'wie', label: 'Wie?', kind: 'choice', required: true, choices: ['vor Ort', 'am Telefon'] },
    ]
    const unseen = [questions[0], { ...questions[1], choices: ['vor\u0000 Ort', 'am\u200b Telefon'] }]
    const { questions: kept } = await make('member', { questions: unseen })
    expect(kept).toEqual([
      { key: 'thema', label: 'Worum geht es?', kind: 'text', required: false, choices: [] },
      questions[1],
    ])
  })

  const question = { key: 'a', label: 'A' }
  test.each([
    [{ name: ' ' }, 422, 'name'],
    [{ slug: 'Groß' }, 422, 'slug'],
    [{ duration_minutes: 4 }, 422, 'duration_minutes'],
    [{ duration_minutes: null }, 400, 'duration_minutes'],
    [{ slot_interval_minutes: 1441 }, 422, 'slot_interval_minutes'],
    [{ buffer_after_minutes: -1 }, 422, 'buffer_after_minutes'],
    [{ location: '' }, 422, 'location'],
    [{ color: 'red' }, 422, 'color'],
    [{ limit_per_day: 0 }, 422, 'limit_per_day'],
    [{ assignment: 'all' }, 400, 'member_ids'],
    [{ assignment: 'all', member_ids: ['0198c0de-0000-7000-8000-000000000000'] }, 422, 'member_ids.0'],
    [{ questions: [question, question] }, 422, 'questions'],
    [{ questions: [{ ...question, key: 'A' }] }, 422, 'questions.0.key'],
    [{ questions: [{ ...question, kind: 'choice' }] }, 400, 'questions.0.choices'],
    [{ questions: [{ ...question, choices: ['x'] }] }, 422, 'questions.0.choices'],
    [{ questions: [{ ...question, kind: 'choice', choices: ['x', 'x'] }] }, 422, 'questions.0.choices'],
  ])('is refused: %j', async (body, status, field) => {
    const answer = await at.admin.rest('POST', path, { ...call, slug: 'anders', ...body })
    expect([answer.status, answer.body.field]).toEqual([status, field])
  })

  test('can be changed by its host and administrators', async () => {
    const { id } = await make('owner')
    for (const who of ['accountant', 'auditor', 'viewer'] as const)
      expect((await at[who].rest('POST', path, call)).status).toBe(403)
    expect((await at.auditor.rest('GET', path)).status).toBe(403)
    expect((await at.accountant.rest('GET', `${path}/${id}`)).status).toBe(200)
    expect((await at.member.rest('PUT', `${path}/${id}`, { name: 'X' })).status).toBe(403)
    expect((await at.member.rest('DELETE', `${path}/${id}`)).status).toBe(403)
    expect((await at.member.rest('POST', path, { ...call, slug: 'x', user_id: at.owner.id })).status).toBe(403)
    expect((await at.admin.rest('PUT', `${path}/${id}`, { user_id: at.member.id })).body.user_id).toBe(at.member.id)
    expect((await at.admin.rest('DELETE', `${path}/${id}`)).status).toBe(204)
  })

  test('is listed by host', async () => {
    const { id } = await make('admin', { name: 'Nur bei der Leitung' })
    const found = await at.viewer.rest('GET', `${path}?user_id=${at.admin.id}&q=leitung`)
    expect(found.body).toMatchObject({ total: 1, event_types: [{ id }] })
  })
})
