import { expect } from 'vitest'
import type { House } from '../../harness/house.ts'

/** Creates events of the owner, and reads the calendar. */
export function calendarOf(at: House) {
  const create = async (more: object = {}) => {
    const answer = await at.owner.rest('POST', '/calendar/events', {
      title: 'Termin',
      start_time: '2026-12-01T09:00:00Z',
      end_time: '2026-12-01T10:00:00Z',
      timezone: 'Europe/Berlin',
      ...more,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const window = async (from: string, to: string, more = '') => {
    const answer = await at.owner.rest('GET', `/calendar/events?from=${from}&to=${to}${more}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const starts = (body: { events: { start_time: string }[] }) => body.events.map(({ start_time }) => start_time)
  return { create, window, starts }
}
