import type { Fixture } from '#core/feature/fixture'

const statement = [
  ':20:STARTUMS',
  ':25:12345678/0001234567',
  ':28C:1/1',
  ':60F:C260209EUR0,00',
  ':61:2602100210C100,00NTRFNONREF',
  ':86:166?00GUTSCHRIFT?20SVWZ+RE-2026-0001?32MUELLER GMBH',
  ':62F:C260210EUR100,00',
  '-',
].join('\r\n')

export const fixture = {
  statementFile: ({ upload }) => upload(statement),
  paymentImport: async ({ post, one }) => post('/payments/import', { file_id: await one('statementFile') }),
  transaction: async ({ send, one }) => {
    const { proposals } = await send('GET', `/payments/import/${await one('paymentImport')}`)
    return { id: proposals[0].transaction_id }
  },
} satisfies Fixture
