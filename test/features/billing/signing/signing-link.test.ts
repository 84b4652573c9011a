import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import type { Context } from '#core/operation/context'
import { operate, operateAsSystem } from '#core/operation/operation'
import {
  assertLinkCurrent,
  createSigningLink,
  endSigningLinks,
  findSigningLink,
} from '#features/billing/signing/signing-link'
import { house } from '../../../harness/house.ts'

const at = house()

const inOrganization = <Result>(work: (context: Context) => Promise<Result>) =>
  operateAsSystem(at.app.services, at.organizationId, work)
const publicly = <Result>(work: (context: Context) => Promise<Result>) =>
  operate(at.app.services, { bearer: null, language: 'en' }, 'read', work)

const inAnHour = () => new Date(Date.now() + 3_600_000)
const open = async (id: string = randomUUID(), expiresAt = inAnHour()) => {
  const url = await inOrganization((context) =>
    createSigningLink(context, { kind: 'quote', id, sentTo: ['anna@example.com'], expiresAt }),
  )
  return { id, url, token: url.split('/').at(-1) ?? '' }
}
const found = (token: string) => publicly((context) => findSigningLink(context, token))
const current = (token: string) =>
  publicly(async (context) => assertLinkCurrent(context, await findSigningLink(context, token)))

describe('a signing link', () => {
  test('is found without a token, in its organization', async () => {
    const { id, url, token } = await open()
    expect(url).toBe(`${at.app.services.publicUrl}/sign/${token}`)
    expect(token).toMatch(/^[0-9A-Za-z]{65}$/)
    expect(await found(token)).toMatchObject({
      kind: 'quote',
      subjectId: id,
      sentTo: ['anna@example.com'],
      openedAt: null,
    })
  })

  test('is stored as a hash only', async () => {
    const { id, token } = await open()
    const { rows } = await at.app.system.query('select l::text as text from signing_links l where subject_id = $1', [
      id,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].text).not.toContain(token.slice(22))
  })

  test.each([
    ['no link', 'x'],
    ['an organization that is none', 'z'.repeat(65)],
    ['an organization that is not there', () => createLinkToken(randomUUID()).token],
    ['a secret that was guessed', () => createLinkToken(at.organizationId).token],
  ])('tells a guess nothing: %s', async (_, guess) => {
    await expect(found(typeof guess === 'string' ? guess : guess())).rejects.toMatchObject({
      status: 404,
      message: 'Not found.',
    })
  })

  test('is not found from another organization', async () => {
    const { token } = await open()
    await expect(
      operateAsSystem(at.app.services, randomUUID(), (context) => findSigningLink(context, token)),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('ends with the next link, on withdrawal, and at its expiry', async () => {
    const first = await open()
    await current(first.token)
    const second = await open(first.id)
    await expect(current(first.token)).rejects.toMatchObject({ status: 410, code: 'expired' })
    await current(second.token)
    await inOrganization((context) => endSigningLinks(context, first.id))
    await expect(current(second.token)).rejects.toMatchObject({ status: 410 })
    const past = await open(randomUUID(), new Date(Date.now() - 1))
    await expect(current(past.token)).rejects.toMatchObject({ status: 410 })
  })
})
