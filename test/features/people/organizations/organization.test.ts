import { describe, expect, test } from 'vitest'
import { UpdateOrganizationDocument } from '#schema/client/graphql'
import { house, scenario } from '../../../harness/house.ts'

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
  scenario(at, 'keeps an IBAN and a BIC as banks write them', {
    put: '/organization',
    send: { iban: 'de02 1203-0000 0000 2020 51', bic: 'byladem1001' },
    status: 200,
    body: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  })
  const settings = {
    dunning: {
      automatic: true,
      levels: [
        { level: 0, days: 7, fee_cents: 0, text: 'Bitte zahlen Sie.' },
        { level: 1, days: 14, fee_cents: 500, text: null },
      ],
    },
    accounting: {
      chart: 'SKR04',
      datev_consultant_number: '0029098',
      datev_client_number: '00042',
      fiscal_year_start: '02-28',
      account_length: 4,
      accounts: [
        { tax_category: 'S', tax_rate: 5.5, account: '4400' },
        { tax_category: 'S', tax_rate: null, account: '4300' },
      ],
      bank_account: '1800',
      export_payments: true,
      lock_batch: false,
    },
  }
  scenario(at, 'keeps dunning and accounting whole, leading zeros included', {
    put: '/organization',
    send: settings,
    status: 200,
    body: settings,
  })
  scenario(at, 'changes one of the settings of accounting, and leaves the others', {
    put: '/organization',
    send: { accounting: { bank_account: '1810', chart: null } },
    status: 200,
    body: { accounting: { ...settings.accounting, bank_account: '1810', chart: null }, dunning: settings.dunning },
  })
  scenario(at, 'changes whether it duns by itself, and leaves the levels', {
    put: '/organization',
    send: { dunning: { automatic: false } },
    status: 200,
    body: { dunning: { ...settings.dunning, automatic: false } },
  })
  scenario(at, 'replaces a list of settings as a whole', {
    put: '/organization',
    send: { dunning: { levels: settings.dunning.levels.slice(0, 1) }, accounting: { accounts: [] } },
    status: 200,
    body: {
      dunning: { automatic: false, levels: settings.dunning.levels.slice(0, 1) },
      accounting: { accounts: [], datev_client_number: '00042' },
    },
  })
  for (const field of ['automatic', 'levels'])
    scenario(at, `is never without dunning.${field}`, {
      put: '/organization',
      send: { dunning: { [field]: null } },
      status: 400,
      body: { field: `dunning.${field}` },
    })
  for (const pattern of ['{seq}', '{seq:6}/{year}', 'RE{year}{seq:3}', 'R-{seq}-x'])
    scenario(at, `numbers invoices as ${pattern}`, {
      put: '/organization',
      send: { invoice_number_pattern: pattern },
      status: 200,
      body: { invoice_number_pattern: pattern },
    })
  scenario(at, 'not by an accountant', { as: 'accountant', put: '/organization', send: { name: 'x' }, status: 403 })
  const wrong: [string, object, string][] = [
    ['an empty name', { name: '' }, 'name'],
    ['an IBAN with a wrong digit', { iban: 'DE02120300000000202052' }, 'iban'],
    ['a BIC that is none', { bic: 'X' }, 'bic'],
    ['a VAT ID of the wrong form', { vat_id: 'DE1' }, 'vat_id'],
    ['a pattern without a counter', { invoice_number_pattern: 'RE-{year}' }, 'invoice_number_pattern'],
    ['a pattern that counts twice', { invoice_number_pattern: '{seq}-{seq}' }, 'invoice_number_pattern'],
    ['a pattern with an unknown placeholder', { quote_number_pattern: 'AN-{month}-{seq}' }, 'quote_number_pattern'],
    ['a pattern that breaks the line', { contract_number_pattern: 'VT\n{seq}' }, 'contract_number_pattern'],
    ['invoices numbered as credit notes', { invoice_number_pattern: 'GS-{year}-{seq:4}' }, 'invoice_number_pattern'],
    ['a credit note pattern without GS-', { credit_note_number_pattern: 'CN-{seq}' }, 'credit_note_number_pattern'],
    ['an unknown way of accounting', { vat_accounting: 'maybe' }, 'vat_accounting'],
    [
      'letters in a number of DATEV',
      { accounting: { datev_consultant_number: 'abc' } },
      'accounting.datev_consultant_number',
    ],
    [
      'a fiscal year that begins on 30 February',
      { accounting: { fiscal_year_start: '02-30' } },
      'accounting.fiscal_year_start',
    ],
    [
      'two accounts for one rate',
      {
        accounting: {
          accounts: [
            { tax_category: 'S', tax_rate: 19, account: '8400' },
            { tax_category: 'S', tax_rate: 19, account: '8401' },
          ],
        },
      },
      'accounting.accounts',
    ],
    [
      'a dunning level twice',
      {
        dunning: {
          automatic: true,
          levels: [
            { level: 1, days: 7, fee_cents: 0 },
            { level: 1, days: 9, fee_cents: 0 },
          ],
        },
      },
      'dunning.levels',
    ],
    [
      'a dunning level that does not exist',
      { dunning: { automatic: true, levels: [{ level: 4, days: 7, fee_cents: 0 }] } },
      'dunning.levels.0.level',
    ],
    [
      'a fee for the friendly reminder',
      { dunning: { automatic: false, levels: [{ level: 0, days: 7, fee_cents: 1 }] } },
      'dunning.levels.0.fee_cents',
    ],
    [
      'a fee that no court would grant',
      { dunning: { automatic: false, levels: [{ level: 1, days: 7, fee_cents: 10_001 }] } },
      'dunning.levels.0.fee_cents',
    ],
    ['dunning by itself without a level', { dunning: { automatic: true, levels: [] } }, 'dunning.levels'],
    [
      'a text that no letter can show',
      { dunning: { automatic: false, levels: [{ level: 1, days: 7, fee_cents: 0, text: 'Zahlen \u{13000}' }] } },
      'dunning.levels.0.text',
    ],
  ]
  for (const [what, send, field] of wrong)
    scenario(at, `refuses ${what}`, { put: '/organization', send, status: 422, body: { field } })
  scenario(at, 'needs a name', { put: '/organization', send: { name: null }, status: 400, body: { field: 'name' } })
  test('lists the default accounts of both charts', async () => {
    const { data } = await at.owner.graphql('{ organization { chartAccounts { chart bankAccount } } }')
    expect(data.organization.chartAccounts).toEqual([
      { chart: 'SKR03', bankAccount: '1200' },
      { chart: 'SKR04', bankAccount: '1800' },
    ])
  })
  test('its ETag guards a change', async () => {
    const { headers } = await at.owner.rest('GET', '/organization')
    expect(
      (await at.owner.rest('PUT', '/organization', { city: 'Kiel' }, { 'if-match': String(headers.etag) })).status,
    ).toBe(200)
    expect(
      (await at.owner.rest('PUT', '/organization', { city: 'Ulm' }, { 'if-match': String(headers.etag) })).status,
    ).toBe(412)
    const { errors } = await at.owner.graphql(UpdateOrganizationDocument, { version: 1, input: { city: 'X' } })
    expect(errors?.[0].extensions.code).toBe('precondition_failed')
  })
})
