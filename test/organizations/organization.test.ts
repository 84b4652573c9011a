import { describe, expect, test } from 'vitest'
import { house, scenario } from '../harness/house.ts'

const at = house()

describe('the organization', () => {
  scenario(at, 'shows itself to who reads money', {
    as: 'auditor',
    get: '/organization',
    status: 200,
    body: {
      small_business: false,
      default_language: 'de',
      invoice_number_pattern: 'RE-{year}-{seq:4}',
      dunning: { automatic: false, levels: [] },
    },
  })
  scenario(at, 'not to a member', { as: 'member', get: '/organization', status: 403 })
  scenario(at, 'is changed by an admin, what is sent alone', {
    as: 'admin',
    put: '/organization',
    send: {
      legal_name: 'Kontor GmbH',
      iban: 'DE02120300000000202051',
      accounting: {
        chart: 'SKR03',
        datev_consultant_number: '29098',
        accounts: [{ tax_category: 'S', tax_rate: 19, account: '8400' }],
      },
    },
    status: 200,
    body: { legal_name: 'Kontor GmbH', accounting: { chart: 'SKR03', datev_consultant_number: '29098' } },
  })
  scenario(at, 'null clears', {
    put: '/organization',
    send: { iban: null },
    status: 200,
    body: { iban: null, legal_name: 'Kontor GmbH' },
  })
  scenario(at, 'not by an accountant', { as: 'accountant', put: '/organization', send: { name: 'x' }, status: 403 })
  const wrong: [string, object, string][] = [
    ['an empty name', { name: '' }, 'name'],
    ['an IBAN with a wrong digit', { iban: 'DE02120300000000202052' }, 'iban'],
    ['a BIC that is none', { bic: 'X' }, 'bic'],
    ['a VAT ID of the wrong form', { vat_id: 'DE1' }, 'vat_id'],
    ['a pattern without a counter', { invoice_number_pattern: 'RE-{year}' }, 'invoice_number_pattern'],
    ['a credit note pattern without GS-', { credit_note_number_pattern: 'CN-{seq}' }, 'credit_note_number_pattern'],
    ['an unknown way of accounting', { vat_accounting: 'maybe' }, 'vat_accounting'],
    [
      'letters in a number of DATEV',
      { accounting: { datev_consultant_number: 'abc' } },
      'accounting.datev_consultant_number',
    ],
    [
      'a dunning level that does not exist',
      { dunning: { automatic: true, levels: [{ level: 4, days: 7, fee_cents: 0 }] } },
      'dunning.levels.0.level',
    ],
  ]
  for (const [what, send, field] of wrong)
    scenario(at, `refuses ${what}`, { put: '/organization', send, status: 422, body: { field } })
  scenario(at, 'needs a name', { put: '/organization', send: { name: null }, status: 400, body: { field: 'name' } })
  test('its ETag guards a change', async () => {
    const { headers } = await at.owner.rest('GET', '/organization')
    expect(
      (await at.owner.rest('PUT', '/organization', { city: 'Kiel' }, { 'if-match': String(headers.etag) })).status,
    ).toBe(200)
    expect(
      (await at.owner.rest('PUT', '/organization', { city: 'Ulm' }, { 'if-match': String(headers.etag) })).status,
    ).toBe(412)
    const { errors } = await at.owner.graphql(
      'mutation { updateOrganization(version: 1, input: { city: "X" }) { id } }',
    )
    expect(errors?.[0].extensions.code).toBe('precondition_failed')
  })
})
