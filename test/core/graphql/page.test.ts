import { expect, test } from 'vitest'
import { house } from '../../harness/house.ts'

const at = house()

test('a page is a number: null is refused where it would lift the limit', async () => {
  for (const argument of ['page: null', 'perPage: null']) {
    const { errors } = await at.owner.graphql(`{ clients(${argument}) { total } }`)
    expect(errors?.[0].extensions, argument).toMatchObject({ code: 'validation_failed', status: 422 })
  }
  const { errors } = await at.owner.graphql('query ($n: Int) { clients(perPage: $n) { total } }', { n: null })
  expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', status: 422 })
})

test('left out it has its default, over GraphQL and REST', async () => {
  for (let index = 0; index < 26; index++) await at.owner.rest('POST', '/tags', { name: `${index}` })
  expect((await at.owner.graphql('{ tags { tags { id } } }')).data.tags.tags).toHaveLength(25)
  const { data } = await at.owner.graphql('query ($n: Int) { tags(perPage: $n) { tags { id } } }')
  expect(data.tags.tags).toHaveLength(25)
  expect((await at.owner.rest('GET', '/tags')).body.tags).toHaveLength(25)
  expect((await at.owner.rest('GET', '/tags?per_page=3')).body.tags).toHaveLength(3)
})
