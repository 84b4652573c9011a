import type { Fixture, FixtureContext } from '#core/feature/fixture'

async function draft({ send, post, one }: FixtureContext) {
  await send('PUT', '/organization', {
    legal_name: 'Werkstatt GmbH',
    street: 'Speicherstraße 1',
    postal_code: '20457',
    city: 'Hamburg',
  })
  return post('/contracts', {
    client_id: await one('client'),
    title: 'Wartung',
    content: '# Leistungen\n\nWas zu tun ist.',
  })
}

const sent = async (workshop: FixtureContext) =>
  workshop.post(`/contracts/${(await draft(workshop)).id}/send`, { channel: 'none' })

export const fixture = {
  contract: draft,
  sentContract: sent,
  /** As if signed by the client. */
  signedContract: async (workshop) => {
    const contract = await sent(workshop)
    await workshop.system.query(
      "update contracts set status = 'signed', signed_at = now(), signer_name = 'Kim Sommer' where id = $1",
      [contract.id],
    )
    return contract
  },
} satisfies Fixture
